"""Answers about poker hands, and the categories they fall into."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from risksim.answers import Answer

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: The categories of hands, the weakest first: by the number that tables use.
CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


@dataclass(frozen=True)
class Hands(Answer):
    """All hands of five out of 52 cards, by what they are worth.

    Attributes
    ----------
    order, words
        The order of the cards, and what it says.
    hands
        2,598,960.
    categories
        Hands in each category, the best first.
    classes
        Classes of hands that tie among themselves.
    classes_by_category
        The same by category.
    """

    order: str
    words: str
    hands: int
    categories: dict[str, int]
    classes: int
    classes_by_category: dict[str, int]

    def to_frame(self) -> "pd.DataFrame":
        """Return one row a category: hands, their share, classes."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "category": category,
                    "hands": count,
                    "p": count / self.hands,
                    "classes": self.classes_by_category[category],
                }
                for category, count in self.categories.items()
            ]
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how likely each category is."""
        from risksim.poker import plots

        return plots.categories(self, ax)
