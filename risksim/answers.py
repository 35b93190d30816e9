"""What every answer can do: become a plain dictionary for programs, a table for pandas, a picture in a notebook."""

from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


class Answer:
    """Base of what public questions return: frozen dataclasses, or frozen structs where the start must be light."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dictionary that ``json.dumps`` accepts."""
        return {name: plain(getattr(self, name)) for name in _field_names(self)}

    def to_frame(self) -> "pd.DataFrame":
        """Return the answer as a tidy table."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        html: str = self.to_frame().to_html(index=False)
        return html


def _field_names(value: Any) -> tuple[str, ...]:
    """Return the names of the fields of a struct or a dataclass; nothing where it is neither."""
    import dataclasses

    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return tuple(field.name for field in dataclasses.fields(value))
    return getattr(value, "__struct_fields__", ())


def plain(value: Any) -> Any:
    """Turn structs, dataclasses, enums, fractions, arrays and tuples into dictionaries, strings, numbers and lists.

    >>> from fractions import Fraction
    >>> plain((Fraction(1, 2), 3))
    ['1/2', 3]
    """
    if value is None or type(value) in (str, int, float, bool):
        return value
    from fractions import Fraction

    if isinstance(value, Answer):
        return value.to_dict()
    if names := _field_names(value):
        return {name: plain(getattr(value, name)) for name in names}
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
