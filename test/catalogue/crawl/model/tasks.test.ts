import { describe, expect, it } from "vitest";
import { readModel } from "../../../../src/catalogue/crawl/model/read-model.ts";
import { readEndpoints } from "../../../../src/catalogue/crawl/model/tasks.ts";

const live = { providerId: "there/x", status: "live", task: "text-classification" };
const endpoints = (mapping: unknown, pipelineTag = "text-classification", tasks: readonly string[] = [pipelineTag]) =>
  readEndpoints({ id: "a/b", tasks, pipelineTag, mapping }).map(
    ({ via, taskType, status, standsIn }) => `${via} ${taskType} ${status}${standsIn ? " in its place" : ""}`,
  );

describe("where a model is served", () => {
  it.each<[string, unknown, readonly string[]]>([
    ["a list", [{ provider: "hf-inference", ...live }], ["hf-inference text-classification live"]],
    ["an object by provider", { "hf-inference": live }, ["hf-inference text-classification live"]],
    ["a trial", { novita: { ...live, status: "staging" } }, ["novita text-classification staging"]],
    ["an error", { novita: { ...live, status: "error" } }, ["novita text-classification unknown"]],
    ["an adapter", { "fal-ai": { ...live, adapter: "lora", adapterWeightsPath: "x" } }, []],
    ["a task that is not ours", { novita: { ...live, task: "fill-mask" } }, []],
    ["a provider that is no name", { "../x": live, UPPER: live }, []],
    [
      "one malformed entry among others",
      { a: null, b: { status: 1 }, novita: live },
      ["novita text-classification live"],
    ],
    ["nothing", undefined, []],
    ["nonsense", "novita", []],
  ])("is read from %s", (_, mapping, expected) => {
    expect(endpoints(mapping)).toEqual(expected);
  });

  it("as a chat is also where it stands in for other tasks, as long as it is live", () => {
    const chat = {
      novita: { ...live, task: "conversational" },
      together: { ...live, status: "staging", task: "conversational" },
    };
    expect(endpoints(chat, "text-generation")).toEqual([
      "novita conversational live",
      "novita text-generation live in its place",
      "novita text2text-generation live in its place",
      "novita summarization live in its place",
      "novita translation live in its place",
      "novita question-answering live in its place",
      "novita open-question-answering live in its place",
      "together conversational staging",
    ]);
  });

  it("as a chat that sees answers questions about images itself, and captions in the place of another", () => {
    const chat = { novita: { ...live, task: "conversational" } };
    const found = endpoints(chat, "image-text-to-text", ["visual-question-answering"]);
    expect(found).toContain("novita visual-question-answering live");
    expect(found).toContain("novita image-to-text live in its place");
  });

  it("gives the Hub's id, which its router takes", () => {
    const [endpoint] = readEndpoints({ id: "a/b", tasks: [], pipelineTag: "x", mapping: { novita: live } });
    expect(endpoint).toMatchObject({ provider: "huggingface", via: "novita", model: "a/b" });
  });
});

describe("a model of the Hub", () => {
  it.each<[unknown, string]>([
    [null, "malformed: not a model"],
    [[], "malformed: not a model"],
    [{}, "malformed: id"],
    [{ id: "a/b/c", pipeline_tag: "translation" }, "malformed: id"],
    [{ id: "a/..", pipeline_tag: "translation" }, "malformed: id"],
    [{ id: "a/b?x", pipeline_tag: "translation" }, "malformed: id"],
    [{ id: "a/b", pipeline_tag: "translation", tags: [1] }, "malformed: tags"],
    [{ id: "a/b", pipeline_tag: "translation", safetensors: { total: -1 } }, "malformed: safetensors"],
    [{ id: "a/b", pipeline_tag: "translation", cardData: "---" }, "malformed: cardData"],
    [{ id: "a/b" }, "no-pipeline-tag"],
    [{ id: "a/b", pipeline_tag: "robotics" }, "no-task-type"],
  ])("%j is left out: %s", (value, dropped) => {
    expect(readModel(value)).toEqual({ dropped });
  });

  it("needs nothing but an id and a task", () => {
    expect(readModel({ id: "gpt2", pipeline_tag: "text-generation" })).toEqual({
      model: {
        id: "gpt2",
        organization: null,
        description: "",
        tasks: ["text-generation"],
        licence: "unknown",
        licenceConfidence: "unsure",
        parameters: null,
        parametersConfidence: "unsure",
        bytes: null,
        bytesConfidence: "unsure",
        languages: null,
        scores: [],
        downloads: null,
        downloadsOn: null,
        likes: null,
        gated: null,
        library: null,
        baseModels: [],
        datasets: [],
        papers: [],
        facts: [],
        cardCode: null,
        sources: [],
        endpoints: [],
      },
    });
  });

  it.each<[unknown, boolean | null]>([
    [false, false],
    ["auto", true],
    ["manual", true],
    [true, true],
    [undefined, null],
  ])("that says %j of its access is gated: %s", (gated, expected) => {
    expect(readModel({ id: "a/b", pipeline_tag: "translation", gated })).toMatchObject({ model: { gated: expected } });
  });
});
