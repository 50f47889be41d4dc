"""What of a review is worth showing first, and how its numbers are written."""

from livingstone.ai.review.report import Chance, Decision, Review


def worst_of(review: Review) -> list[Decision]:
    """The decisions that are not fine, the largest loss first."""
    by_number = {decision.number: decision for decision in review.decisions}
    return [by_number[number] for number in review.worst]


def swings_of(review: Review) -> list[tuple[Chance, int]]:
    """Events that the playouts can tell from no luck, with the seat each changed most; the largest first."""
    swings = []
    for chance in review.chances:
        seat = max(range(review.players), key=lambda each: abs(chance.luck[each]))
        if abs(chance.luck[seat]) > chance.half_width[seat]:
            swings.append((chance, seat))
    return sorted(swings, key=lambda swing: -abs(swing[0].luck[swing[1]]))


def dice_by_round(review: Review) -> dict[int, str]:
    """What was rolled in each round, in a sentence."""
    return {chance.round: chance.text for chance in review.chances if chance.kind == "dice"}


def is_listed(decision: Decision) -> bool:
    """Whether a list of all decisions has it: an act beside the die only where it lost something."""
    return decision.part == "die" or decision.grade != "fine"


def percent(value: float, half_width: float | None = None, *, signed: bool = False) -> str:
    """``12.3``, ``12.3 ± 0.4``, ``+12.3``: a share in per cent."""
    text = f"{100 * value:+.1f}" if signed else f"{100 * value:.1f}"
    text = text if float(text) else "0.0"
    return text if half_width is None else f"{text} ± {100 * half_width:.1f}"
