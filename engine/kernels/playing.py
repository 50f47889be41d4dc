"""Whole random games over the complete legal list: the engine's speed test, and the reference random policy."""

from livingstone.engine._jit import kernel
from livingstone.engine.codes import argument_of, gems_argument, kind_of, make
from livingstone.engine.constants import Kind, Phase
from livingstone.engine.kernels.apply import apply, roll, roll_final
from livingstone.engine.kernels.legal import legal_actions
from livingstone.engine.layout import ActionArray, ChanceRecord, RulesRecord, StateRecord
from livingstone.engine.rng import Words, below


@kernel
def concrete(code: int, words: Words) -> int:
    """One action of a legal list's entry: amounts of a range are drawn uniformly (at least one gem or coin)."""
    kind, most = kind_of(code), argument_of(code)
    if kind == Kind.DONATE:
        return make(kind, 1 + below(words, most))
    if kind != Kind.SELL and kind != Kind.MARKET:
        return code
    clear, blue, red = most & 255, (most >> 8) & 255, (most >> 16) & 255
    mixes = (clear + 1) * (blue + 1) * (red + 1)
    ticket = 1 + below(words, mixes - 1)
    return make(
        kind,
        gems_argument(
            ticket % (clear + 1), ticket // (clear + 1) % (blue + 1), ticket // ((clear + 1) * (blue + 1))
        ),
    )


@kernel
def random_entry(out: ActionArray, count: int, words: Words) -> int:
    """An entry of a legal list: uniform over the kinds of action in it, then within the kind."""
    kinds = 0
    last = -1
    for i in range(count):
        if kind_of(out[i]) != last:
            last = kind_of(out[i])
            kinds += 1
    chosen = below(words, kinds)
    first = 0
    while True:
        kind = kind_of(out[first])
        end = first + 1
        while end < count and kind_of(out[end]) == kind:
            end += 1
        if chosen == 0:
            return int(out[first + below(words, end - first)])
        chosen -= 1
        first = end


@kernel
def play_randomly(
    state: StateRecord, rules: RulesRecord, chance: ChanceRecord, words: Words, out: ActionArray
) -> int:
    """Play to the end with random actions; the number of decisions made."""
    decisions = 0
    while state.phase != Phase.OVER:
        if state.phase == Phase.ROLL:
            roll(state, rules, chance)
        elif state.phase == Phase.FINAL_DICE:
            roll_final(state, rules, chance)
        else:
            count = legal_actions(state, rules, out)
            apply(state, rules, concrete(random_entry(out, count, words), words), chance)
            decisions += 1
    return decisions
