import { expect, it } from "vitest";
import { createRanker } from "../../../../src/planning/embedded/rank/index.ts";
import { CALIBRATION } from "../../../../src/planning/embedded/rank/sketch.ts";
import { loadNetwork } from "../../../../src/planning/embedded/rank/stored.ts";
import { readRequest } from "../../../../src/planning/embedded/read/index.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { ontology, requestOf } from "../case.ts";

it("reads what it is asked again once", async () => {
  const [network, vectors] = await Promise.all([loadNetwork(), loadWordVectors()]);
  const read: string[] = [];
  const watched: typeof network = {
    ...network,
    read: (view) => {
      read.push(view.masked);
      return network.read(view);
    },
  };
  const ranker = createRanker(watched, CALIBRATION, vectors, ontology);
  const viewOf = (text: string) => readRequest(requestOf({ text, files: ["a.jpg"] })).view;
  const [first, again] = [ranker.rank(viewOf("Crop it")), ranker.rank(viewOf("Crop it"))];
  ranker.rank({ ...viewOf("Crop it"), kinds: ["audio"] });
  ranker.rank(viewOf("Blur it"));
  expect(again).toBe(first);
  expect(read).toEqual(["Crop it", "Crop it", "Blur it"]);
});

it.each([
  ["circulate the typo and whisk it", "circulate the typo and whisk it"],
  ["Translte the lettr", "translate the letter"],
  ["translte 'the lettr'", "translate 'the lettr'"],
])("reads what is no word as what it was meant to be, and words as they are: %s", async (text, meant) => {
  const [network, vectors] = await Promise.all([loadNetwork(), loadWordVectors()]);
  const read: string[] = [];
  const watched: typeof network = {
    ...network,
    read: (view) => {
      read.push(view.tokens.map(({ said }) => said).join(" "));
      return network.read(view);
    },
  };
  const view = (words: string) => readRequest(requestOf({ text: words, files: ["a.txt"] })).view;
  createRanker(watched, CALIBRATION, vectors, ontology).rank(view(text));
  expect(read).toEqual([
    view(meant)
      .tokens.map(({ said }) => said)
      .join(" "),
  ]);
});
