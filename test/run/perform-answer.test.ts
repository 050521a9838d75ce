import { describe, expect, it } from "vitest";
import type { Resource } from "../../src/domain/resources.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import { perform, type Stages } from "../../src/run/index.ts";
import { NO_LIMITS } from "../../src/run/language-meter.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { ALONE } from "../execution/parts.ts";
import { poolOfEndpoints } from "../expert-pools.ts";
import { planned } from "../planning/embedded/case.ts";
import { attachedFile, type Done, file, gave, ontology, runOf } from "../response/runs.ts";
import { formOf, listOf, objectOf, STRING } from "../response/structured/forms.ts";

const nothing = (): Promise<never> => Promise.reject(new Error("nothing is read or written here"));

/** The outcome of answering a run, with what of the stages matters. */
async function answerOf(state: RunState, stages: Pick<Stages, "controller"> & Partial<Stages>) {
  const said: string[] = [];
  const outcome = await perform(
    {
      ...{ tenant: "", conversation: "", run: "run_1", work: "answer", attempt: 1, timeoutMs: 1000 },
      job: { do: "answer", state, allowance: NO_LIMITS },
    },
    {
      ...ALONE,
      ...{ ontology, deployment: BARE_DEPLOYMENT, providers: [], readConstraints },
      expertPool: async () => poolOfEndpoints([]),
      ...{ importUrl: nothing, removeFetched: nothing, open: nothing, save: nothing },
      ...stages,
    },
    new AbortController().signal,
    { progress: () => {}, answer: (piece) => said.push(piece) },
  );
  return outcome.as === "answered" ? { ...outcome, told: said.join("") } : outcome;
}

it.each([
  ["only apache 2.0 models please - how many dogs?", /^2 dogs\.$/m],
  ["Is there a cat? Use a model under 3B parameters", /^Yes: 1 cat\.$/m],
  ["how many dogs and cats, for at most 5 cents", /^2 dogs\. 1 cat\.$/m],
])("an answer takes no word that restricts models or spending for what is asked: %s", async (request, said) => {
  const dog = { label: "dog", score: null, box: { xmin: 0, ymin: 0, xmax: 9, ymax: 9 } };
  const objects = { as: "data", kind: "data", data: [dog, dog, { ...dog, label: "cat" }] } as const;
  const attached = [attachedFile("pets.jpg")];
  const reply = await planned({ text: request, attached, log: [], ontology });
  const found = { type: "object-detection", args: { image: file("pets.jpg") }, work: gave({ objects }) };
  const understanding = reply.as === "plan" ? reply.understanding : undefined;
  const state = runOf([found], { request, attached, ...(understanding ? { understanding } : {}) });
  const told: string[] = [];
  const answer = ({ text }: { readonly text: string }): null => {
    told.push(text);
    return null;
  };
  const outcome = await answerOf(state, { controller: { name: "embedded", plan: nothing, answer } });
  expect(outcome).toMatchObject({ as: "answered", text: expect.stringMatching(said) });
  expect(told).toEqual([request]);
});

describe("an answer that is wanted in a form", () => {
  const controller = { name: "embedded", plan: nothing } as const;
  const LONG = `${"word ".repeat(2_000)}end`;
  const kept = (name: string, mediaType: string, content: string): Done => {
    const resource: Resource = { ...attachedFile(name), mediaType, bytes: content.length };
    const excerpt = content.slice(0, 600);
    const [port, kind] = mediaType === "text/plain" ? (["text", "text"] as const) : (["lines", "data"] as const);
    return {
      type: "optical-character-recognition",
      work: gave({ [port]: { as: "resource", kind, resource, excerpt } }),
    };
  };
  const opening = (content: string) => async () => new Blob([content]).stream();

  it("has it beside its words, which say whose it is", async () => {
    const done = [kept("a.txt", "text/plain", LONG)];
    const state = runOf(done, { answerFormat: formOf({ text: STRING }) });
    const outcome = await answerOf(state, { controller, open: opening(LONG) });
    expect(outcome).toMatchObject({
      as: "answered",
      structured: { as: "filled", value: { text: LONG }, by: "embedded" },
    });
    expect(outcome).toHaveProperty("text", expect.stringMatching(/- “form”: from the results, by rules\n$/));
    expect(outcome).toHaveProperty("told", "text" in outcome ? outcome.text : "");
  });

  it("reads data that is stored, too", async () => {
    const rows = JSON.stringify({ words: Array.from({ length: 3_000 }, (_, n) => ({ n: `${n}` })) });
    const state = runOf([kept("a.json", "application/json", rows)], {
      answerFormat: formOf({ words: listOf(objectOf({ n: STRING })) }),
    });
    const outcome = await answerOf(state, { controller, open: opening(rows) });
    expect(outcome).toMatchObject({ structured: { as: "filled", value: JSON.parse(rows) } });
  });

  it("is refused where what it needs is gone, and says so among how it was done", async () => {
    const state = runOf([kept("a.txt", "text/plain", LONG)], { answerFormat: formOf({ text: STRING }) });
    const outcome = await answerOf(state, { controller });
    expect(outcome).toMatchObject({ structured: { as: "refused", missing: ["text"] } });
    expect(outcome).toHaveProperty(
      "text",
      expect.stringMatching(/- “form” was not filled in \(It needs a language model/),
    );
  });

  it("asks a language model for nothing else", async () => {
    const asked: string[] = [];
    const speaking = {
      ...({ name: "openai", plan: nothing } as const),
      answer: () => {
        asked.push("answer");
        return null;
      },
      fill: async () => {
        asked.push("fill");
        return { by: "openai", value: { text: "short" }, missing: [], said: "" } as const;
      },
    };
    const state = runOf([kept("a.txt", "text/plain", LONG)], { answerFormat: formOf({ text: STRING }) });
    const outcome = await answerOf(state, { controller: speaking, open: opening(LONG) });
    expect(outcome).toMatchObject({ structured: { by: "openai" } });
    expect(outcome).toHaveProperty("text", expect.stringMatching(/- “form”: the language model \(openai\)\n$/));
    expect(asked).toEqual(["fill"]);
  });

  it.each(["reply", "ask"] as const)("has the words that were said in place of a plan: %s", async (as) => {
    const run = { ...runOf([], { answerFormat: formOf({ text: STRING }) }), plan: null };
    const outcome = await answerOf({ ...run, planned: { as, text: "Of which file?" } }, { controller });
    expect(outcome).toMatchObject({ text: "Of which file?", structured: { as: "refused" } });
  });
});
