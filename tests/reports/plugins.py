"""A plug-in folder with one small report, as a user would write it."""

REPORT = """
import pandas as pd

from risksim.reports import Report
from risksim.reports.page import figures, numbers
from risksim.reports.page.contents import Items, Paragraph, Part, Section
from risksim.reports.page.tables import Column, Table


def answer(study):
    return [f"Seed {study.effort.seed} & nothing < else."]


def squares(study):
    frame = pd.DataFrame({"n": [1, 2, 3], "square": [1 / 3, 4.0, 9.0]})
    columns = [Column("n", "Number"), Column("square", "Square", numbers.fixed(2))]
    table = Table("squares", "Numbers and their squares.", frame, columns, "n")
    behind = Table("curve", "The curve.", frame, None)
    figure = figures.drawn(
        "rising", "It rises", lambda ax: ax.plot(frame["n"], frame["square"], marker="o"),
        caption="Squares rise.", alt="A curve from a third to nine.", data=behind,
    )
    return Section("squares-of-numbers", "Squares", [Paragraph("x < y"), table, figure])


def words(study):
    return Section("words", "Words", [Part("aside", "Aside", [Items(["one", "two"])])])


REPORT = Report("Small", "How fast do squares grow?", ("classic",), (), answer, (squares, words))
"""


def folder(path):
    (path / "reports").mkdir(parents=True)
    (path / "reports" / "small.py").write_text(REPORT)
    return path
