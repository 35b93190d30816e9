"""Battles in a row, in a tree and on several fronts."""

__all__: list[str] = []
