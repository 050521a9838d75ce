import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { createOntology } from "../../../src/domain/task-types/index.ts";
import { TAGS } from "../../../src/planning/embedded/constraints/tags.ts";
import { loadNetwork } from "../../../src/planning/embedded/rank/stored.ts";
import { readTensors } from "../../../src/safetensors.ts";
import { FACTS } from "../../../training/truths.ts";

const rank = (name: string): URL => new URL(`../../../src/planning/embedded/rank/${name}`, import.meta.url);
const TAGGER = new URL("../../../src/planning/embedded/constraints/tagger.safetensors", import.meta.url);
const network = await loadNetwork();

describe("what was trained", () => {
  it("is small: an isolate keeps it", () => {
    expect(statSync(rank("network.safetensors")).size).toBeLessThan(20_000_000);
    expect(statSync(TAGGER).size).toBeLessThan(6_000_000);
  });

  it("was fitted in order: the tagger knows words by the vectors of the network", () => {
    const { metadata } = readTensors(Uint8Array.from(readFileSync(TAGGER)));
    const ofNetwork = readTensors(Uint8Array.from(readFileSync(rank("network.safetensors"))));
    const vectors = ofNetwork.bytes("embeddings", ...ofNetwork.shapeOf("embeddings"));
    const hash = createHash("sha256")
      .update(ofNetwork.metadata.vocabulary ?? "")
      .update(vectors);
    expect(metadata.words).toBe(hash.digest("hex"));
    expect(metadata.tags?.split(" ")).toEqual(["none", ...TAGS]);
  });

  it("is for the task types that there are, and all that a request may be besides", () => {
    const builtIn = createOntology().all.map(({ name }) => name);
    expect(network.types.toSorted()).toEqual(builtIn.toSorted());
    const { odds } = network.read({ tokens: [], masked: "", kinds: [], hasPaper: false, isFollowUp: false });
    for (const fact of FACTS) expect(odds(fact)).not.toBe(0);
  });
});
