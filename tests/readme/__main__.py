"""Write the outputs of the README's commands into it: ``make readme``."""

import tempfile

from tests.readme import CONSOLE, README, consoles, rendered, write_files

text = README.read_text(encoding="utf-8")
mine = set(consoles(text))
with tempfile.TemporaryDirectory() as folder:
    write_files(text, folder)
    fresh = CONSOLE.sub(
        lambda match: f"```console\n{rendered(match[1], folder)}```" if match[1] in mine else match[0],
        text,
    )
README.write_text(fresh, encoding="utf-8")
print(f"{len(mine)} console blocks of {README.name} are up to date")
