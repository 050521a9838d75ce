import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MIN_CONTEXT_TOKENS } from "../../../src/config/controllers.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { PlanRequest } from "../../../src/planning/controller.ts";
import { choicePrompt } from "../../../src/planning/language/choose-types.ts";
import { planPrompt, revisePrompt } from "../../../src/planning/language/prompt.ts";
import { estimateTokens, tokensOf } from "../../../src/planning/language/tokens.ts";
import { resource } from "../resources.ts";

const ontology = createOntology();
const requestOf = (parts: Partial<PlanRequest>): PlanRequest => ({
  text: "Hi",
  attached: [],
  log: [],
  ontology,
  ...parts,
});

const turnOf = (n: number, chars: number) => ({
  role: "user" as const,
  text: `turn ${n} ${"x".repeat(chars)}`,
  resources: [resource(`${n}.png`)],
});

interface Shown {
  readonly files: readonly { readonly ref: string }[];
  readonly earlier: readonly { readonly text: string }[];
  readonly request: string;
}

const shownIn = ({ prompt }: ReturnType<typeof planPrompt>): Shown =>
  JSON.parse(prompt.messages.at(-1)?.content ?? "") as Shown;

describe("an estimate of tokens", () => {
  it.each([
    ["", 0],
    ["abc", 1],
    ["Grüße", 2],
    ["日本語", 3],
    ["한국어 ok", 4],
    ["😀", 2],
  ])("of %j is %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});

describe("a prompt", () => {
  it("fits the model's context with its answer, whatever is said", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "語", "\n", '"', "\u0001", "😀"), maxLength: 20_000 });
    const turn = fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      text,
      resources: fc.nat(20).map((count) => Array.from({ length: count }, (_, n) => resource(`${count}-${n}.png`))),
    });
    fc.assert(
      fc.property(
        text,
        fc.array(turn, { maxLength: 8 }),
        fc.integer({ min: 8_192, max: 40_000 }),
        (said, log, context) => {
          const { messages, maxTokens } = planPrompt(requestOf({ text: said, log }), context).prompt;
          expect(tokensOf(messages) + maxTokens).toBeLessThanOrEqual(context);
          expect(maxTokens).toBeGreaterThanOrEqual(2_048);
          expect(maxTokens).toBeLessThanOrEqual(4_096);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("for a choice fits the smallest context there is, whatever is said", () => {
    const types = ontology.all.slice(0, 10).map(({ name }) => name);
    const log = Array.from({ length: 8 }, (_, n) => turnOf(n, 900));
    const said = { text: "語".repeat(20_000), types, drafted: types };
    const { messages, maxTokens } = choicePrompt(requestOf({ log }), said, MIN_CONTEXT_TOKENS);
    expect(tokensOf(messages) + maxTokens).toBeLessThanOrEqual(MIN_CONTEXT_TOKENS);
  });

  it("drops the oldest turns first, and keeps every file", () => {
    const log = Array.from({ length: 30 }, (_, n) => turnOf(n, 900));
    const { files, earlier, request } = shownIn(planPrompt(requestOf({ log, text: "and now?" }), 8_192));
    expect(files.map(({ ref }) => ref)).toEqual(log.map((_, n) => `${n}.png`));
    expect(earlier.length).toBeGreaterThan(0);
    expect(earlier.length).toBeLessThan(log.length);
    expect(earlier.map(({ text }) => text.split(" ")[1])).toEqual(
      log.map((_, n) => String(n)).slice(log.length - earlier.length),
    );
    expect(request).toBe("and now?");
  });

  it("does without demonstrations before it cuts the request", () => {
    const text = "word ".repeat(1_650);
    const long = planPrompt(requestOf({ text }), 8_192);
    const short = planPrompt(requestOf({}), 8_192);
    expect(shownIn(long).request).toBe(text);
    expect(long.isCut).toBe(false);
    expect(long.prompt.messages.length).toBeLessThan(short.prompt.messages.length);
    const cut = planPrompt(requestOf({ text: text.repeat(2) }), 8_192);
    expect(cut.isCut).toBe(true);
    expect(shownIn(cut).request).toContain("characters are left out here");
  });

  it("is refused where the context is too small for files and rules", () => {
    expect(() => planPrompt(requestOf({}), 2_048)).toThrow("does not fit into its context of 2048 tokens");
    const files = Array.from({ length: 100 }, (_, n) => resource(`${n}${"語".repeat(95)}.png`));
    expect(() => planPrompt(requestOf({ attached: files }), 8_192)).toThrow("does not fit");
  });

  it("has room for a plan that did not pass, and its faults", () => {
    const faults = Array.from({ length: 50 }, (_, n) => ({ path: `${n}/text`, message: "x".repeat(1_000) }));
    const { messages, maxTokens } = revisePrompt(requestOf({}), { plan: "y".repeat(50_000), faults }, 8_192);
    expect(tokensOf(messages) + maxTokens).toBeLessThanOrEqual(8_192);
    expect(messages.at(-1)?.content).toContain('"where":"0/text"');
    // Its plan has ids, and the words are those that people read.
    expect(messages.at(-1)?.content).toContain('"task 3" is the one with the "id" 2');
  });
});
