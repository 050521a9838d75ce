"""
`python wikipedia_questions.py ARCHIVE FOLDER`: takes questions to paragraphs of Wikipedia out of ARCHIVE, the source archive
of the package `bigbench` 1.0.0 of PyPI: those of SQuAD 1.1's development set (Rajpurkar et al. 2016) and of the new Wikipedia
of SQuADShifts (Miller et al. 2020), CC BY-SA 4.0 and CC BY 4.0. Writes FOLDER/wikipedia.jsonl; some questions are put to another
paragraph of their article, which doesn't tell.
"""

import json
import random
import sys
import tarfile
from collections import Counter
from pathlib import Path

USAGE = "python wikipedia_questions.py ARCHIVE FOLDER"
FILES = ("squaddev_v1.1.json", "new_wiki_v1.0.json")
PLACE = "bigbench-1.0.0/bigbench/benchmark_tasks/squad_shifts/"
ELSEWHERE = 0.3


def answer_of(question: dict) -> dict:
    """What most of its readers marked; of several, the shortest."""
    marked = Counter((one["answer_start"], one["text"]) for one in question["answers"])
    (at, said), _ = min(marked.items(), key=lambda entry: (-entry[1], len(entry[0][1])))
    return {"s": said, "at": at}


def main(archive: Path, folder: Path) -> None:
    rng = random.Random(0)
    with tarfile.open(archive) as files, open(folder / "wikipedia.jsonl", "w") as out:
        for name in FILES:
            for article in json.load(files.extractfile(PLACE + name))["data"]:
                paragraphs = article["paragraphs"]
                asked = [[{"q": one["question"].strip(), "a": [answer_of(one)]} for one in part["qas"]] for part in paragraphs]
                for at, own in enumerate(list(map(list, asked))):
                    for question in own if len(paragraphs) > 1 else []:
                        if rng.random() < ELSEWHERE:
                            other = rng.choice([place for place in range(len(paragraphs)) if place != at])
                            if question["a"][0]["s"] not in paragraphs[other]["context"]:
                                asked[other].append({"q": question["q"], "a": []})
                for paragraph, questions in zip(paragraphs, asked):
                    out.write(json.dumps({"text": paragraph["context"], "questions": questions}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(USAGE, file=sys.stderr)
        sys.exit(2)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
