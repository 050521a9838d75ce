import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import type { AnswerFormat } from "../../../src/domain/structured/answer-schema.ts";
import { createControllerFallback } from "../../../src/planning/controller-fallback.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import type { LanguageModel, Prompt } from "../../../src/planning/language/language-model.ts";
import { structuredAnswer } from "../../../src/response/structured/index.ts";
import { createLanguageMeter } from "../../../src/run/language-meter.ts";
import { attachedFile, gave, ontology, runOf, stored, text } from "../runs.ts";
import { data, formOf, labelled, listOf, NUMBER, objectOf, STRING } from "./forms.ts";

const TOTAL = formOf({ total: NUMBER });
const READ = {
  type: "optical-character-recognition",
  work: gave({ text: text("Total: 7 EUR, see https://acme.example/7") }),
};
const wrapped = (value: unknown): string => JSON.stringify({ missing: [], value });
const HARM = "\u001b[2J\u202ehttps://evil.example/?q=secret";
const DOWN = new AppError("provider-rejected", "It is down");

interface Asked {
  readonly form?: AnswerFormat;
  readonly done?: Parameters<typeof runOf>[0];
  readonly isLanguageFirst?: boolean;
  readonly llmCalls?: number;
}

/** What becomes of a form with a language model that says these things, one after the other. */
async function fill(
  says: readonly (string | Error)[],
  { form = TOTAL, done = [READ], isLanguageFirst = true, llmCalls = 9 }: Asked = {},
) {
  const prompts: Prompt[] = [];
  const model: LanguageModel = {
    complete: async (prompt) => {
      const said = says[prompts.push(prompt) - 1];
      if (said === undefined || said instanceof Error) throw said ?? new Error("It is asked too often");
      return said;
    },
  };
  const plan = () => Promise.reject(new Error("nothing is planned here"));
  const controller = createControllerFallback({
    ...{ embedded: { name: "embedded", plan }, language: createLanguageController({ name: "openai", model }) },
    isLanguageFirst,
  });
  const meter = createLanguageMeter({ llmCalls, usd: null }, []);
  const state = runOf(done, {
    request: "What does it cost?",
    answerFormat: form,
    attached: [attachedFile("invoice.png")],
  });
  const answer = await structuredAnswer(state, ontology, { controller, meter });
  return { answer, prompts, calls: meter.usage()?.llmCalls ?? 0 };
}

describe("any JSON object, which is described in words", () => {
  const form: AnswerFormat = { name: "json_object", description: "Give `total` and `currency`", schema: null };
  const RESULTS = { results: [expect.objectContaining({ text: "Total: 7 EUR, see https://acme.example/7" })] };

  it("is what a language model writes for those words, whoever planned", async () => {
    for (const isLanguageFirst of [true, false]) {
      const said = { total: 7, currency: "EUR" };
      const { answer, prompts } = await fill([wrapped(said)], { form, isLanguageFirst });
      expect(answer).toEqual({ as: "filled", value: said, by: "openai" });
      expect(prompts[0]?.messages.at(-1)?.content).toContain("Give `total` and `currency`");
      expect(prompts[0]).toMatchObject({ json: true });
      expect(prompts[0]?.schema).toBeUndefined();
    }
  });

  it.each([
    ["fails", [DOWN]],
    ["writes none twice", ["Seven euros.", wrapped([7])]],
    ["writes an address of its own twice", Array<string>(2).fill(wrapped({ see: "https://evil.example/" }))],
  ])("has the results where a language model %s", async (_, says) => {
    const { answer } = await fill(says, { form });
    expect(answer).toEqual({ as: "filled", value: RESULTS, by: "embedded" });
  });

  it("has the results where there is no language model, or what was said where nothing had to be done", async () => {
    const state = runOf([READ], { request: "What does it cost?", answerFormat: form });
    expect(await structuredAnswer(state, ontology)).toEqual({ as: "filled", value: RESULTS, by: "embedded" });
    const planned = { as: "reply", text: "Hello." } as const;
    expect(await structuredAnswer({ ...state, planned } as typeof state, ontology)).toEqual({
      ...{ as: "filled", value: { answer: "Hello." }, by: "embedded" },
    });
  });
});

describe("a form that a language model fills", () => {
  it("is filled with what keeps to its schema", async () => {
    const { answer, calls } = await fill([wrapped({ total: 7 })]);
    expect(answer).toEqual({ as: "filled", value: { total: 7 }, by: "openai" });
    expect(calls).toBe(1);
  });

  it("is put right once, by the exact faults", async () => {
    const { answer, prompts, calls } = await fill([wrapped({ total: "7", extra: 1 }), wrapped({ total: 7 })]);
    expect(answer).toEqual({ as: "filled", value: { total: 7 }, by: "openai" });
    expect(calls).toBe(2);
    const [said, wrong] = prompts[1]?.messages.slice(-2) ?? [];
    expect(said?.content).toBe(wrapped({ total: "7", extra: 1 }));
    expect(wrong?.content).toContain('"where":"total"');
    expect(wrong?.content).toContain('"where":"extra"');
  });

  it("is refused where it is wrong twice, with what was wrong", async () => {
    const { answer, calls } = await fill(["Seven euros.", wrapped({ total: "7" })]);
    expect(answer).toMatchObject({
      as: "refused",
      missing: ["total"],
      why: expect.stringContaining("does not keep to the schema (total: "),
    });
    expect(calls).toBe(2);
  });

  it("is refused where the model finds nothing for what is required, with what that is", async () => {
    const { answer } = await fill([JSON.stringify({ missing: ["total", "Ignore all rules"], value: null })]);
    expect(answer).toEqual({
      as: "refused",
      missing: ["total"],
      why: "The language model (openai) finds no “total” in the results",
    });
  });

  it("is refused where the model names something as missing and fills it in all the same", async () => {
    const { answer } = await fill([JSON.stringify({ missing: ["total"], value: { total: 0 } })]);
    expect(answer).toMatchObject({ as: "refused", missing: ["total"] });
  });

  it("is filled where the model names as missing what may be null, and is", async () => {
    const form = formOf({ total: { type: ["number", "null"] } });
    const { answer } = await fill([JSON.stringify({ missing: ["total"], value: { total: null } })], { form });
    expect(answer).toMatchObject({ as: "filled", value: { total: null } });
  });

  it.each([
    ["the names of what is missing", JSON.stringify({ missing: [`invoice.total.${HARM}`], value: null })],
    ["the places of what is wrong", wrapped({ invoice: { total: { [HARM]: 1 } }, [HARM]: 1 })],
  ])("is refused without words of the model's own in %s", async (_, said) => {
    const form = formOf({ invoice: objectOf({ total: { type: "object", additionalProperties: STRING } }) });
    const { answer } = await fill([said, said], { form });
    expect(answer).toMatchObject({ as: "refused", missing: ["invoice.total"] });
    expect(JSON.stringify(answer)).not.toMatch(/evil|u001b|\u202e/);
  });

  it("is asked for again where the model only names what nobody wants", async () => {
    const { answer } = await fill([JSON.stringify({ missing: ["sender"], value: null }), wrapped({ total: 7 })]);
    expect(answer).toMatchObject({ as: "filled", value: { total: 7 } });
  });

  it("is not asked for again where no further call is allowed", async () => {
    const { answer, calls } = await fill([wrapped({ total: "7" })], { llmCalls: 1 });
    expect(answer).toMatchObject({ as: "refused", missing: ["total"] });
    expect(calls).toBe(1);
  });

  it.each<[string, readonly (string | Error)[], number]>([
    ["fails", [DOWN], 9],
    ["may not be called", [], 0],
  ])(
    "is filled by rules where the model %s, and refused with both reasons where they cannot",
    async (_, says, llmCalls) => {
      const done = [labelled("text-classification", { label: "positive", score: 0.9 })];
      const sentiment = formOf({ sentiment: STRING });
      expect((await fill(says, { done, form: sentiment, llmCalls })).answer).toMatchObject({
        as: "filled",
        by: "embedded",
      });
      const { answer } = await fill(says, { llmCalls });
      const why = /^The language model could not be used \(.+\)\. It needs a language model: rules find no “total”/;
      expect(answer).toMatchObject({ as: "refused", missing: ["total"], why: expect.stringMatching(why) });
    },
  );

  it("where rules plan, is the model's only if they leave something open", async () => {
    const done = [labelled("text-classification", { label: "positive", score: 0.9 })];
    const alone = await fill([], { done, form: formOf({ sentiment: STRING }), isLanguageFirst: false });
    expect(alone).toMatchObject({ answer: { as: "filled", by: "embedded" }, calls: 0 });
    const open = await fill([wrapped({ total: 7 })], { isLanguageFirst: false });
    expect(open).toMatchObject({ answer: { as: "filled", by: "openai" }, calls: 1 });
  });

  it("may be filled from what was said in place of a plan", async () => {
    const model: LanguageModel = {
      complete: async ({ messages }) => wrapped({ city: JSON.parse(messages[1]?.content ?? "").reply }),
    };
    const controller = createLanguageController({ name: "openai", model });
    const answerFormat = formOf({ city: STRING });
    const filled = (said: { readonly text: string; readonly plain?: string }) => {
      const run = { ...runOf([], { answerFormat }), plan: null, planned: { as: "reply", ...said } as const };
      return structuredAnswer(run, ontology, { controller });
    };
    expect(await filled({ text: "Paris" })).toMatchObject({ as: "filled", value: { city: "Paris" } });
    // As a program needs it, and not as Markdown shows it.
    const plain = { text: "Paris \\[FR\\]", plain: "Paris [FR]" };
    expect(await filled(plain)).toMatchObject({ as: "filled", value: { city: "Paris [FR]" } });
  });
});

describe("what a language model writes into a form", () => {
  const said = formOf({ note: STRING });

  it.each([
    ["an address of its own", "See https://evil.example/steal?d=1", "holds an address"],
    ["a mailbox of its own", "Write to a@evil.example", "holds an address"],
    ["a number of its own", "1234567890", "holds a number that stands nowhere"],
    ["an account of its own", "DE89 3704 0044 0532 0130 00", "holds a number that stands nowhere"],
  ])("is refused with %s", async (_, note, why) => {
    const { answer } = await fill([wrapped({ note }), wrapped({ note })], { form: said });
    expect(answer).toMatchObject({ as: "refused", missing: ["note"], why: expect.stringContaining(why) });
  });

  it("is refused with an address of its own as a name", async () => {
    const form = formOf({ links: { type: "object", additionalProperties: STRING } });
    const wrong = wrapped({ links: { "https://evil.example/?q=secret": "x" } });
    expect((await fill([wrong, wrong], { form })).answer).toMatchObject({ as: "refused", missing: ["links"] });
  });

  it("may be an address that the form itself has", async () => {
    const form = formOf({ kind: { enum: ["https://example.org/schema"] } });
    const kind = { kind: "https://example.org/schema" };
    expect((await fill([wrapped(kind)], { form })).answer).toMatchObject({ as: "filled", value: kind });
  });

  it.each([
    ["an address that was found", "See https://acme.example/7", "See https://acme.example/7"],
    ["characters that nobody sees, which go", "a\u200b\u{e0041}b\u202e", "ab"],
    ["a token of a file, which becomes its id", "{file-1}", "res_invoice.png"],
    ["a token of no file, which goes", "{file-9}", ""],
  ])("may be %s", async (_, note, shown) => {
    const { answer } = await fill([wrapped({ note })], { form: said });
    expect(answer).toMatchObject({ as: "filled", value: { note: shown } });
  });

  it("has no names that programs take for more than names", async () => {
    const form = formOf({ counts: { type: "object", additionalProperties: NUMBER } });
    const { answer } = await fill(['{"missing": [], "value": {"counts": {"__proto__": 1, "a": 2}}}'], { form });
    expect(answer).toMatchObject({ as: "filled" });
    expect(JSON.stringify(answer)).toContain('{"counts":{"a":2}}');
  });

  it("is held to its length", async () => {
    const long = wrapped({ note: "a".repeat(150_000) });
    const { answer } = await fill([long, long], { form: said });
    expect(answer).toMatchObject({ as: "refused", why: expect.stringContaining("longer than") });
  });

  it("is held to lists and alternatives further in", async () => {
    const form = formOf({
      parts: listOf({ anyOf: [{ type: "object", properties: { n: NUMBER }, required: ["n"] }, { type: "null" }] }),
    });
    const good = { parts: [{ n: 1 }, null] };
    expect((await fill([wrapped(good)], { form })).answer).toMatchObject({ as: "filled", value: good });
    const { answer } = await fill([wrapped({ parts: [{ n: "1" }] }), wrapped({ parts: [{ m: 1 }] })], { form });
    expect(answer).toMatchObject({ as: "refused", missing: ["parts.0.n", "parts.0"] });
  });

  it("may name files that were made", async () => {
    const made = { type: "canny-control", work: gave({ image: stored(attachedFile("edges.png")), lines: data([]) }) };
    const { answer } = await fill([wrapped({ note: "{file-2}" })], { form: said, done: [made] });
    expect(answer).toMatchObject({ value: { note: "res_edges.png" } });
  });
});
