#!/usr/bin/env python3
"""Tells how far two readers agree on the facts of a text.

    python3 scripts/label-agreement.py [A.jsonl B.jsonl]

Without arguments: the labels of fixtures/facts. Two labels of one turn match where their objects share a
third of their words, or any where the predicate is the same too; each is matched once, the most
alike first in the order of A. Prints how many match, F1, and of those that match the share with the same
subject (half of its words), predicate, interval, modality and denial.

Needs: Python 3.11. Reads only; writes nothing.
"""

import json
import re
import sys
from pathlib import Path

FACTS = Path(__file__).resolve().parent.parent / "fixtures" / "facts"


def labels(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def words(text):
    return set(re.findall(r"\w+", text.lower())) - {"the", "a", "an", "of", "my", "his", "her"}


def alike(a, b):
    """The share of the words of either that both have."""
    a, b = words(a), words(b)
    return len(a & b) / len(a | b) if a or b else 1.0


def matched(ours, theirs):
    pairs, used = [], set()
    for a in ours:
        best = None
        for at, b in enumerate(theirs):
            if at in used or a["turn"] != b["turn"]:
                continue
            same, objects = a["predicate"] == b["predicate"], alike(a["object"], b["object"])
            score = same + objects + (alike(a["subject"], b["subject"]) >= 0.5)
            fits = objects >= 1 / 3 or same and objects > 0
            if fits and (best is None or score > best[0]):
                best = score, at
        if best:
            used.add(best[1])
            pairs.append((a, theirs[best[1]]))
    return pairs


def agreement(path_a, path_b):
    ours, theirs = labels(path_a), labels(path_b)
    pairs = matched(ours, theirs)
    if not pairs:
        return f"{len(ours)} and {len(theirs)} facts, none matches"

    def share(same):
        return f"{sum(same(a, b) for a, b in pairs) / len(pairs):.2f}"

    told = [f"{len(ours)} and {len(theirs)} facts, {len(pairs)} match"]
    told.append(f"F1 {2 * len(pairs) / (len(ours) + len(theirs)):.2f}")
    told.append("subject " + share(lambda a, b: alike(a["subject"], b["subject"]) >= 0.5))
    for field in ("predicate", "interval", "modality", "negated"):
        told.append(f"{field} " + share(lambda a, b, f=field: a[f] == b[f]))
    return ", ".join(told)


def main():
    if len(sys.argv) == 3:
        print(agreement(sys.argv[1], sys.argv[2]))
    elif len(sys.argv) == 1:
        for name in ("demo", "locomo"):
            print(f"{name}: {agreement(FACTS / f'{name}-a.jsonl', FACTS / f'{name}-b.jsonl')}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
