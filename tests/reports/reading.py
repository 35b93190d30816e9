"""Reading a page as a strict visitor would: structure, outside references, headings, tables, pictures."""

from html.parser import HTMLParser

_EMPTY = {"meta", "link", "br", "hr", "img", "input", "path", "use", "rect"}


class Reader(HTMLParser):
    """Collects what a page is made of, and complains of tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.problems = []
        self.tags = []
        self.attributes = []
        self.headings = []
        self.ids = []
        self.links = []
        self.text = []
        self.tables = []
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is never closed" for tag in self.open if tag not in _EMPTY]

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attributes]
        if "id" in named:
            self.ids.append(named["id"])
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.headings.append(int(tag[1]))
        if tag == "a":
            self.links.append(named.get("href", ""))
        if tag == "table":
            self.tables.append({"caption": False, "heads": [], "rows": 0})
        if tag == "caption":
            self.tables[-1]["caption"] = True
        if tag == "th":
            self.tables[-1]["heads"].append(named.get("scope"))
        if tag == "tr":
            self.tables[-1]["rows"] += 1
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in _EMPTY:
            return
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes nothing")

    def handle_data(self, text):
        self.text.append(text)


#: Attributes through which a page may ask for something outside itself.
ASKING = {
    "src",
    "srcset",
    "href",
    "xlink:href",
    "data",
    "action",
    "formaction",
    "poster",
    "background",
    "ping",
}


def outside(text):
    """Return every reference of a page that would leave it."""
    reader = Reader(text)
    found = [
        (tag, name, value)
        for tag, name, value in reader.attributes
        if name in ASKING and not value.startswith(("#", "data:"))
    ]
    found += [
        ("style", "url", value) for value in text.split("url(")[1:] if not value.startswith(("#", "data:"))
    ]
    found += [("script", "", "")] * reader.tags.count("script")
    found += [("style", "@import", "")] * text.count("@import")
    return found


def complaints(text):
    """Return everything wrong with the structure of a page, in words."""
    reader = Reader(text)
    wrong = list(reader.problems)
    if ("html", "lang", "en") not in reader.attributes:
        wrong.append("no language")
    if not any(name == "content" and "width=device-width" in value for _, name, value in reader.attributes):
        wrong.append("no viewport")
    if reader.headings[:1] != [1] or reader.headings.count(1) != 1:
        wrong.append("not exactly one first heading")
    steps = zip(reader.headings, reader.headings[1:], strict=False)
    wrong += [f"heading h{after} follows h{before}" for before, after in steps if after > before + 1]
    wrong += [f"id {each!r} twice" for each in {each for each in reader.ids if reader.ids.count(each) > 1}]
    targets = [link.removeprefix("#") for link in reader.links if link.startswith("#")]
    wrong += [f"link to #{target}, which is nowhere" for target in targets if target not in reader.ids]
    for number, table in enumerate(reader.tables, start=1):
        if not table["caption"]:
            wrong.append(f"table {number} has no caption")
        if not table["heads"] or None in table["heads"]:
            wrong.append(f"table {number} has a head without scope")
        if table["rows"] < 2:
            wrong.append(f"table {number} is empty")
    n_pictures = reader.tags.count("svg")
    n_labels = sum(
        1 for tag, name, value in reader.attributes if (tag, name) == ("svg", "aria-label") and value
    )
    if n_labels != n_pictures or reader.tags.count("figcaption") != n_pictures:
        wrong.append(f"{n_pictures} pictures, {n_labels} labels")
    return wrong
