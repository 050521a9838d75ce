import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/domain/errors.ts";
import { baseKind } from "../../../src/domain/kinds.ts";
import { BUILT_IN_TASK_TYPES, type TaskType } from "../../../src/domain/task-types/index.ts";
import { chatTaskFor } from "../../../src/providers/chat-tasks/index.ts";
import type { Outputs } from "../../../src/providers/provider.ts";
import { failureOf, inputsOf, LIMITS, prepare, typeOf, wordsIn } from "./calls.ts";
import { CASES } from "./cases.ts";

/** What of these outputs is no output of the task type, or of another kind, or is missing. */
function misfits(outputs: Outputs, type: TaskType): readonly string[] {
  const [primary] = type.outputs;
  const missing = primary && outputs[primary.name] ? [] : ["the first output is missing"];
  const wrong = Object.entries(outputs).filter(([name, draft]) => {
    const kind = type.outputs.find((port) => port.name === name)?.kinds[0];
    return kind === undefined || baseKind(kind) !== draft.as;
  });
  return [...missing, ...wrong.map(([name]) => name)];
}

describe("chat models", () => {
  it("do exactly these of the built-in task types", () => {
    const done = BUILT_IN_TASK_TYPES.filter((type) => chatTaskFor(type) !== null).map(({ name }) => name);
    expect(done.sort()).toEqual(CASES.map(({ type }) => type).sort());
  });

  it.each(CASES)("do $type with $needs, and give its first output", async ({ type, needs, given, answer }) => {
    expect(chatTaskFor(typeOf(type))?.needs).toBe(needs);
    const call = await prepare(type, given);
    expect(call.temperature).toBe(0);
    expect(misfits(call.read(answer).outputs, typeOf(type))).toEqual([]);
  });

  it.each(CASES)("that say nothing, or more than they may, are refused: $type", async ({ type, given }) => {
    const { read } = await prepare(type, given);
    for (const answer of ["", " \n", "<think>I should", "<think>So</think>\n", "x".repeat(200_001)])
      expect(failureOf(() => read(answer))).toBe("provider-rejected, retryable");
  });

  it.each(CASES)("are understood when they think aloud before: $type", async ({ type, given, answer }) => {
    const { read } = await prepare(type, given);
    const plain = read(answer);
    expect(read(`<think>Hm, {"labels": []}?</think>\n${answer}`)).toEqual(plain);
    expect(read(`Hm.\n</think>\n\n${answer}`)).toEqual(plain);
  });

  it.each(CASES.filter(({ answer }) => answer.startsWith("{")))(
    "are understood when they write JSON sloppily: $type",
    async ({ type, given, answer }) => {
      const { read, schema } = await prepare(type, given);
      const plain = read(answer);
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
      expect(read(`Here it is:\n\`\`\`json\n${answer}\n\`\`\`\nAnything else?`)).toEqual(plain);
      expect(read(answer.slice(0, -1))).toEqual(plain);
    },
  );

  it.each(CASES.flatMap(({ type, given }) => Object.keys(given).map((port) => ({ type, port }))))(
    "are not asked for $type without its $port, unless it may be left out",
    async ({ type, port }) => {
      const given = CASES.find((one) => one.type === type)?.given ?? {};
      const { [port]: _left, ...rest } = given;
      const isRequired = typeOf(type).inputs.find(({ name }) => name === port)?.required;
      const asked = prepare(type, rest);
      if (isRequired) await expect(asked).rejects.toMatchObject({ code: "unsupported-input", retryable: false });
      else await expect(asked).resolves.toMatchObject({ temperature: 0 });
    },
  );
});

describe("any answer", () => {
  const words = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.json({ maxDepth: 4 }),
    fc.constantFrom("__proto__", "1e999", "{", "[[", '{"answer":', "null", '"a"', "```json\n{}\n```"),
  );
  const scalar = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.constant("Anna Berg"));
  const entry = fc.dictionary(
    fc.constantFrom("label", "score", "type", "text", "box", "box_2d", "index", "row", "column", "__proto__"),
    fc.oneof(scalar, fc.array(fc.double({ noDefaultInfinity: true }), { maxLength: 5 })),
  );
  const shaped = fc
    .dictionary(
      fc.constantFrom("labels", "entities", "objects", "scores", "lines", "answer", "score", "sentence", "cells"),
      fc.oneof(scalar, entry, fc.array(fc.oneof(scalar, entry), { maxLength: 4 })),
    )
    .map((answer) => JSON.stringify(answer));

  it.each(CASES)("to $type is refused or fits the ports", async ({ type, given, answer }) => {
    const { read } = await prepare(type, given);
    const broken = fc.nat(answer.length).map((end) => answer.slice(0, end));
    fc.assert(
      fc.property(fc.oneof(words, shaped, broken), (said) => {
        try {
          expect(misfits(read(said).outputs, typeOf(type))).toEqual([]);
        } catch (thrown) {
          if (!(thrown instanceof AppError)) throw thrown;
          expect(thrown).toMatchObject({ code: "provider-rejected", retryable: true });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("a deployment's own task type", () => {
  const own = (inputs: readonly string[], outputs: readonly string[]): TaskType => {
    const port = { required: true, many: false, asks: false, aliases: [], description: "" };
    return {
      ...typeOf("summarization"),
      name: "own-task",
      description: "Rewrite a letter\nas a telegram",
      inputs: inputs.map((name) => ({ ...port, name, kinds: [name === "picture" ? "image" : "text"] })),
      outputs: outputs.map((name) => ({ ...port, name, kinds: [name === "data" ? "data" : "text"] })),
    };
  };

  it("is done where it makes a text of texts", async () => {
    const task = chatTaskFor(own(["letter", "instruction"], ["telegram"]));
    const call = await task?.prepare(inputsOf({ letter: "Dear all", instruction: "Be brief" }), LIMITS);
    expect(JSON.stringify(call?.messages)).toContain("Rewrite a letter as a telegram");
    expect(wordsIn(call?.read('{"telegram": "ALL STOP"}').outputs.telegram)).toBe("ALL STOP");
  });

  it("needs what it says it needs", async () => {
    const task = chatTaskFor(own(["letter", "instruction"], ["telegram"]));
    const asked = task?.prepare(inputsOf({ letter: "Dear all", instruction: " " }), LIMITS);
    await expect(asked).rejects.toMatchObject({ code: "unsupported-input" });
  });

  it.each([
    [["picture"], ["telegram"]],
    [["letter"], ["data"]],
    [["letter"], ["telegram", "other"]],
    [["letter"], []],
  ])("is not done from %j to %j", (inputs, outputs) => {
    expect(chatTaskFor(own(inputs, outputs))).toBeNull();
  });
});
