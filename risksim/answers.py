"""What every answer can do: become a plain dictionary for programs, a table for pandas, a picture in a notebook."""

import dataclasses
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


class Answer:
    """Base of the frozen dataclasses that public questions return."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that ``json.dumps`` accepts."""
        return {field.name: plain(getattr(self, field.name)) for field in dataclasses.fields(self)}  # type: ignore[arg-type]

    def to_frame(self) -> "pd.DataFrame":
        """Return the answer as a tidy table."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        html: str = self.to_frame().to_html(index=False)
        return html


def plain(value: Any) -> Any:
    """Turn dataclasses, enums, fractions, arrays and tuples into dictionaries, strings, numbers and lists.

    >>> plain((Fraction(1, 2), 3))
    ['1/2', 3]
    """
    if isinstance(value, Answer):
        return value.to_dict()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if hasattr(value, "tolist"):
        return value.tolist()
    return value
