"""Claims written to a folder for tests, as a user would write them."""

import textwrap

CLAIM = """
from risksim.claims import Claim, Measured, Number, Reading


def measure(case):
    return Measured(Number.of("{label}", {value}))


CLAIM = Claim(
    "{key}",
    "{title}",
    "a sentence",
    "seed-new-rules",
    measure,
    proposition="the number is 1",
    low=1.0,
    high=1.0,
    reason="a test",
    readings=(Reading("as written"), {readings}),
)
"""


def write(folder, name, text=None, *, key="C90", title="a house claim", label="one", value="1", readings=""):
    """Write one claim into the folder's ``claims`` and return the folder."""
    where = folder / "claims"
    where.mkdir(exist_ok=True)
    filled = CLAIM.format(key=key, title=title, label=label, value=value, readings=readings)
    (where / f"{name}.py").write_text(textwrap.dedent(filled if text is None else text))
    return folder
