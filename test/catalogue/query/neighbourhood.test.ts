import { describe, expect, it } from "vitest";
import { MAX_NODES, neighbourhood, nodeId, readNode } from "../../../src/catalogue/query/index.ts";
import { knownOf, model, own, SPEECH } from "./models.ts";

const WIDE = { depth: 1, maxNodes: MAX_NODES };

async function near(center: string, reach = WIDE, known = knownOf(SPEECH)) {
  const node = readNode(center);
  const found = node && neighbourhood(await known, node, reach);
  return (
    found && {
      ...found,
      names: found.nodes.map(({ node: one }) => nodeId(one)),
      drawn: found.edges.map(({ subject, relation, object }) => `${subject} ${relation} ${nodeId(object)}`),
    }
  );
}

describe("the neighbourhood", () => {
  it("of a model is what it has to do with, each with what is said of it", async () => {
    const found = await near("model:openai/whisper-large-v2");
    expect(found?.names).toEqual([
      "model:openai/whisper-large-v2",
      "task:automatic-speech-recognition",
      "licence:apache-2.0",
      "language:mul",
      "organization:openai",
      "dataset:mozilla-foundation/common_voice_9_0",
      "benchmark:Common Voice 9.0",
      "benchmark:LibriSpeech",
      "paper:2212.04356",
      "model:openai/whisper-large",
      "provider:huggingface",
      "provider:workers-ai",
      "domain:research",
    ]);
    expect(found?.truncated).toBe(false);
    expect(found?.edges.find(({ relation }) => relation === "scored-on")?.score).toMatchObject({ value: 9 });
    expect(found?.edges.find(({ relation }) => relation === "intended-for")?.sentence).toContain("research");
    expect(found?.edges.find(({ relation }) => relation === "runs-at")?.endpoint).toMatchObject({
      via: "hf-inference",
    });
  });

  it.each([
    ["licence:cc-by-4.0", ["licence:cc-by-4.0", "model:nvidia/parakeet-rnnt-1.1b"]],
    ["task:summarization", ["task:summarization", "model:facebook/bart-large-cnn"]],
    ["model:openai/whisper-large", ["model:openai/whisper-large", "model:openai/whisper-large-v2"]],
    ["language:de", ["language:de", "model:facebook/mms-1b-all"]],
    ["organization:facebook", ["organization:facebook", "model:facebook/bart-large-cnn", "model:facebook/mms-1b-all"]],
  ])("of %s is the models that lead to it, the most downloaded first", async (center, expected) => {
    expect((await near(center))?.names).toEqual(expected);
  });

  it("has our own models first", async () => {
    const known = knownOf(SPEECH, { endpoints: [own("ours/one", { taskType: "summarization" })] });
    expect((await near("task:summarization", WIDE, known))?.names).toEqual([
      "task:summarization",
      "model:ours/one",
      "model:facebook/bart-large-cnn",
    ]);
  });

  it("of a licence is the same however that is spelled, in the question and by our own endpoints", async () => {
    const known = knownOf(SPEECH, { endpoints: [own("ours/one", { licence: "MIT" })] });
    const found = await near("licence:MIT", WIDE, known);
    expect(found?.names).toEqual(["licence:mit", "model:ours/one", "model:facebook/bart-large-cnn"]);
    expect(found).toEqual(await near("licence:mit", WIDE, known));
  });

  it("goes as far as it is told to", async () => {
    const distances = async (depth: number) =>
      new Set((await near("licence:mit", { ...WIDE, depth }))?.nodes.map(({ distance }) => distance));
    expect([...(await distances(1))]).toEqual([0, 1]);
    expect([...(await distances(3))]).toEqual([0, 1, 2, 3]);
  });

  it("is the same however often it is asked for, has only edges between its nodes, and each once", async () => {
    const recognition = () => near("task:automatic-speech-recognition", { depth: 3, maxNodes: 12 });
    const found = await recognition();
    expect(await recognition()).toEqual(found);
    expect(found?.nodes).toHaveLength(12);
    expect(found?.truncated).toBe(true);
    for (const { subject, object } of found?.edges ?? [])
      expect(found?.names).toEqual(expect.arrayContaining([`model:${subject}`, nodeId(object)]));
    expect(new Set(found?.edges.map((edge) => JSON.stringify(edge))).size).toBe(found?.edges.length);
  });

  it("of a node that everything leads to is cut, and says so", async () => {
    const crowd = Array.from({ length: 5_000 }, (_, at) =>
      model(`crowd/m${String(at).padStart(4, "0")}`, { tasks: ["fill-mask", `task-${at % 700}`], licence: "mit" }),
    );
    const found = await near("licence:mit", { depth: 3, maxNodes: 500 }, knownOf(crowd));
    expect(found?.truncated).toBe(true);
    expect(found?.nodes).toHaveLength(500);
    // Not all models that are there are read for one picture.
    const large = await near("licence:mit", { depth: 3, maxNodes: MAX_NODES }, knownOf(crowd));
    expect(large?.truncated).toBe(true);
    expect(large?.nodes.length).toBeGreaterThan(3_000);
    expect(large?.nodes.length).toBeLessThan(MAX_NODES);
    expect(found?.names.slice(0, 3)).toEqual(["licence:mit", "model:crowd/m0000", "model:crowd/m0001"]);
  });

  it("of a model without any edge is that model, and of what nobody knows it is none", async () => {
    const lonely = knownOf([model("lonely", { organization: null })]);
    expect((await near("model:lonely", WIDE, lonely))?.names).toEqual(["model:lonely"]);
    expect(await near("model:no/such")).toBeNull();
    expect(await near("licence:no-such")).toBeNull();
  });
});

describe("the name of a node", () => {
  it.each(["task:x", "model:a/b:c", "benchmark:Common Voice 9.0: en"])("is read as it is written: %s", (id) => {
    const node = readNode(id);
    expect(node && nodeId(node)).toBe(id);
  });

  it("is in lower case where it is a licence's, but for what joins several", () => {
    expect(readNode("licence:Apache-2.0 AND MIT")).toEqual({ kind: "licence", name: "apache-2.0 AND mit" });
  });

  it.each(["", ":", "task:", "thing:x", "task", "Task:x"])("is refused: “%s”", (id) => {
    expect(readNode(id)).toBeNull();
  });
});
