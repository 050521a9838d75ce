import { describe, expect, it } from "vitest";
import type { ToolOffer } from "../../../src/domain/caller-tools.ts";
import type { ToolsRequest } from "../../../src/planning/controller.ts";
import { tokensOf } from "../../../src/planning/language/tokens.ts";
import { readToolsReply, toolsPrompt } from "../../../src/planning/language/tools-prompt.ts";

const OFFER: ToolOffer = {
  tools: [{ name: "look_up", description: "Looks it up", parameters: { type: "object", properties: {} } }],
  ...{ choice: "auto", isParallel: true, instructions: "Be brief.", called: [] },
};
const REQUEST: ToolsRequest = { text: "Look it up", attached: [], log: [], offer: OFFER };
const programIn = (request: ToolsRequest, context = 8_192) =>
  JSON.parse(toolsPrompt(request, context).messages[1]?.content.split("\n")[0] ?? "");

describe("the prompt for a decision on tools", () => {
  it("has the tools and what they gave on one line, and the request on the next", () => {
    const called = [{ tool: "look_up", arguments: {}, result: "It is blue\nand green" }];
    const { messages, json } = toolsPrompt({ ...REQUEST, offer: { ...OFFER, called } }, 8_192);
    const [program = "", person = "", ...rest] = messages[1]?.content.split("\n") ?? [];
    expect(JSON.parse(program)).toEqual({
      ...{ tools: OFFER.tools, instructions: "Be brief.", mustCall: false, mostCalls: 32 },
      called: [{ tool: "look_up", arguments: {}, gave: "It is blue\nand green" }],
    });
    expect(JSON.parse(person)).toMatchObject({ request: "Look it up" });
    expect([rest, json]).toEqual([[], true]);
  });

  it.each<[Partial<ToolOffer>, object]>([
    [{ isParallel: false }, { mostCalls: 1 }],
    [{ tools: [] }, { mostCalls: 0 }],
    [{ choice: "required" }, { mustCall: true }],
  ])("says with %j that it is %j", (more, told) => {
    expect(programIn({ ...REQUEST, offer: { ...OFFER, ...more } })).toMatchObject(told);
  });

  it.each([8_192, 28_672])("fits a context of %i tokens, however much the tools gave", (context) => {
    const called = Array.from({ length: 64 }, (_, n) => ({
      ...{ tool: "look_up", arguments: { n }, result: "word ".repeat(4_000) },
    }));
    const log = [{ role: "user" as const, text: "before ".repeat(3_000), resources: [] }];
    const request = { ...REQUEST, log, text: "now ".repeat(25_000), offer: { ...OFFER, called } };
    const { messages, maxTokens } = toolsPrompt(request, context);
    expect(tokensOf(messages) + maxTokens).toBeLessThanOrEqual(context);
    const shown = programIn(request, context);
    expect(shown.called.at(-1)).toMatchObject({ arguments: { n: 63 } });
    expect(shown.calledBefore + shown.called.length).toBe(64);
  });

  it("is refused where the tools alone are too large for it", () => {
    const description = "word ".repeat(10_000);
    const tools = OFFER.tools.map((tool) => ({ ...tool, description }));
    expect(() => toolsPrompt({ ...REQUEST, offer: { ...OFFER, tools } }, 8_192)).toThrow(
      /tools.*do not fit into its context of 8192 tokens, which MODEL_CONTEXT_TOKENS sets/,
    );
  });
});

describe("what a model decides on tools", () => {
  it.each<[string, string, object]>([
    [
      "calls",
      '{"calls": [{"tool": "a", "arguments": {"n": 1}}], "reply": null}',
      { calls: [{ tool: "a", arguments: { n: 1 } }], reply: null },
    ],
    ["a call without arguments", '{"calls": [{"tool": "a"}]}', { calls: [{ tool: "a", arguments: {} }], reply: null }],
    ["words", '```json\n{"calls": [], "reply": " It is blue. "}\n```', { calls: [], reply: "It is blue." }],
    ["calls and words, of which the calls count", '{"calls": [{"tool": "a"}], "reply": "Soon."}', { reply: null }],
    ["neither", '{"calls": [], "reply": null}', { calls: [], reply: null }],
    ["no JSON", "I would rather not.", { calls: [], reply: null }],
    ["calls that are none", '{"calls": "a", "reply": 5}', { calls: [], reply: null }],
  ])("may be %s", (_, answer, decided) => {
    expect(readToolsReply(answer)).toMatchObject(decided);
  });
});
