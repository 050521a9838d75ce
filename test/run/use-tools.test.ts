import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolOffer } from "../../src/domain/caller-tools.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import type { Controller, PlanRequest, ToolsReply, ToolsRequest } from "../../src/planning/index.ts";
import { planRun } from "../../src/run/plan-run.ts";
import { ArgumentSchemas, argumentFaults, useTools } from "../../src/run/use-tools.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { poolOfEndpoints } from "../expert-pools.ts";

const WEATHER = {
  ...{ name: "get_weather", description: "The weather" },
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const offer = (more: Partial<ToolOffer> = {}): ToolOffer => ({
  ...{ tools: [WEATHER], choice: "auto", isParallel: true, instructions: "", called: [] },
  ...more,
});
const PARIS = { tool: "get_weather", arguments: { city: "Paris" } };
const reply = (calls: ToolsReply["calls"], words: string | null = null): ToolsReply => ({
  ...{ by: "openai", calls, reply: words, said: JSON.stringify(calls) },
});

/** A language model that decides so, one after the other, and what it was asked; the words it plans with are kept. */
function deciding(...decisions: readonly (ToolsReply | AppError)[]) {
  const asked: ToolsRequest[] = [];
  const planned: PlanRequest[] = [];
  const left = [...decisions];
  const controller: Controller = {
    name: "openai",
    plan: async (request) => {
      planned.push(request);
      return { as: "reply", text: "Planned." };
    },
    useTools: async (request) => {
      asked.push(request);
      const next = left.shift();
      if (!next || next instanceof AppError) throw next ?? new Error("It is asked too often");
      return next;
    },
  };
  return { controller, asked, planned };
}

const used = (controller: Controller, tools = offer()) =>
  useTools(controller, { text: "What is the weather in Paris?", attached: [], log: [], offer: tools });

describe("whether tools of the caller's are called", () => {
  it("is decided by a language model, with what may be called and was called", async () => {
    const { controller, asked } = deciding(reply([PARIS]));
    expect(await used(controller)).toEqual({
      planned: { as: "reply", text: expect.stringContaining("`get_weather`"), calls: [PARIS] },
      controller: "openai",
    });
    expect(asked).toMatchObject([{ offer: offer() }]);
  });

  it.each<[string, ToolsReply["calls"], Partial<ToolOffer>, string]>([
    ["a name of nobody", [{ tool: "rm", arguments: {} }], {}, "calls.0.tool"],
    ["no argument that has to be there", [{ tool: "get_weather", arguments: {} }], {}, "calls.0.arguments.city"],
    ["an argument of another type", [{ tool: "get_weather", arguments: { city: 1 } }], {}, "calls.0.arguments.city"],
    ["arguments that are none", [{ tool: "get_weather", arguments: ["Paris"] }], {}, "calls.0.arguments"],
    ["more calls than one", [PARIS, PARIS], { isParallel: false }, "calls"],
    ["no call where one is to be made", [], { choice: "required" }, "calls"],
  ])("is asked once again after %s", async (_, calls, more, path) => {
    const { controller, asked } = deciding(reply(calls), reply([PARIS]));
    expect(await used(controller, offer(more))).toMatchObject({ planned: { calls: [PARIS] } });
    expect(asked[1]?.rejected).toMatchObject({ said: JSON.stringify(calls), faults: [{ path }] });
    const twice = deciding(reply(calls), reply(calls));
    const { planned } = await used(twice.controller, offer(more));
    if (more.choice === "required")
      expect(planned).toMatchObject({ as: "failed", error: { code: "provider-rejected" } });
    else expect(planned).toBeNull();
    expect(twice.asked).toHaveLength(2);
  });

  it("is nothing that a run fails for, unless one has to be called", async () => {
    const down = new AppError("provider-unavailable", "It is down");
    const gone = await used(deciding(down).controller);
    expect(gone).toEqual({ planned: null, notes: [expect.stringContaining("It is down")] });
    expect(await used(deciding(down).controller, offer({ choice: "required" }))).toMatchObject({
      planned: { as: "failed", error: { code: "provider-unavailable" } },
    });
    const { useTools: _, ...silent } = deciding().controller;
    expect(await used(silent)).toEqual({ planned: null, notes: [] });
    expect(await used(silent, offer({ choice: "required" }))).toMatchObject({ planned: { as: "failed" } });
  });

  it("takes both tries together no longer than it may", async () => {
    const deadline = new AbortController();
    const late = async ({ rejected, signal }: ToolsRequest) => {
      if (!rejected) return reply([{ tool: "rm", arguments: {} }]);
      deadline.abort(new DOMException("Late", "TimeoutError"));
      throw signal?.reason;
    };
    const slow: Controller = { ...deciding().controller, useTools: late };
    const request = { text: "Hello", attached: [], log: [] };
    expect(await useTools(slow, { ...request, offer: offer() }, deadline.signal)).toEqual({
      ...{ planned: null, notes: [expect.stringContaining("longer than 45 s")] },
    });
    const required = { ...request, offer: offer({ choice: "required" }) };
    expect(await useTools(slow, required, deadline.signal)).toMatchObject({
      planned: { as: "failed", error: { code: "timeout" } },
    });
    const stopped = { ...request, offer: offer(), signal: AbortSignal.abort(new Error("The step is over")) };
    await expect(useTools(slow, stopped, deadline.signal)).rejects.toThrow("The step is over");
  });

  it("may be an answer out of what they gave, which shows no addresses but theirs", async () => {
    const called = [{ ...PARIS, result: "See https://weather.example/paris" }];
    const words = "It is at https://weather.example/paris, not https://evil.example/x";
    const { planned } = await used(deciding(reply([], words)).controller, offer({ called }));
    expect(planned).toMatchObject({ as: "reply", text: expect.stringContaining("https://weather.example/paris") });
    expect(JSON.stringify(planned)).not.toContain("evil");
  });

  it("is no answer of the model's own where no tool was called", async () => {
    expect(await used(deciding(reply([], "It is sunny, I think.")).controller)).toEqual({ planned: null, notes: [] });
  });

  it("leaves code in an answer as it is, and has all of it without escapes for programs", async () => {
    const called = [{ ...PARIS, result: "18" }];
    const words = 'Use `a[0]` of <b>:\n\n```json\n{"n": [1], "u": "https://evil.example/x"}\n```\n[a](b)';
    const { planned } = await used(deciding(reply([], words)).controller, offer({ called }));
    expect(planned).toEqual({
      as: "reply",
      text: 'Use `a[0]` of \\< b>:\n\n```json\n{"n": [1], "u": "(address left out)"}\n```\na',
      plain: 'Use `a[0]` of <b>:\n\n```json\n{"n": [1], "u": "(address left out)"}\n```\n[a](b)',
    });
  });
});

describe("the arguments of a call", () => {
  const faults = (parameters: Readonly<Record<string, JsonValue>>, given: JsonValue) =>
    argumentFaults({ parameters }, given, new ArgumentSchemas()).map(({ path }) => path);

  it("are held to what their schemas say, as far as it is understood", () => {
    const parameters = {
      ...{ type: "object", required: ["n"], additionalProperties: false },
      properties: {
        n: { $ref: "#/$defs/count" },
        address: { type: "string", pattern: "^(a+)+$" },
        anything: {},
      },
      $defs: { count: { type: "integer", minimum: 1 } },
    };
    expect(faults(parameters, { n: 1, address: 5, anything: [null] })).toEqual([]);
    expect(faults(parameters, { n: 0 })).toEqual(["n"]);
    expect(faults(parameters, { n: 1, other: 2 })).toEqual(["other"]);
    expect(faults({ type: "object", properties: {} }, { other: 2 })).toEqual([]);
  });

  it("may have what their schema leaves open", () => {
    const open = { type: "object", properties: { a: { type: "string" } } };
    const parameters = { type: "object", properties: { open, closed: { ...open, additionalProperties: false } } };
    expect(faults(parameters, { open: { a: "1", other: 2 } })).toEqual([]);
    expect(faults(parameters, { closed: { a: "1", other: 2 } })).toEqual(["closed.other"]);
    const patterned = { ...parameters, additionalProperties: false, patternProperties: { "^x-": {} } };
    expect(faults(patterned, { "x-a": 1 })).toEqual([]);
  });

  it("are held to schemas that are read once, as long as those are not too many", () => {
    let readings = 0;
    const parameters = (more: object) => ({
      ...{ type: "object", properties: { n: { $ref: "#/$defs/count" } } },
      get $defs() {
        readings++;
        return { count: { type: "integer" }, ...more };
      },
    });
    const schemas = new ArgumentSchemas();
    const one = { parameters: parameters({}) };
    for (let time = 0; time < 9; time++)
      expect(argumentFaults(one, { n: "a" }, schemas)).toMatchObject([{ path: "n" }]);
    expect(readings).toBe(1);
    const large = { note: { type: "string", description: "a".repeat(30_000) } };
    const found = Array.from({ length: 40 }, () =>
      argumentFaults({ parameters: parameters(large) }, { n: "a" }, schemas),
    );
    expect(found[0]).toHaveLength(1);
    expect(found.at(-1)).toEqual([]);
  });

  it("are judged whatever a caller writes for a schema", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (parameters, given) => {
        const found = argumentFaults(
          { parameters: parameters as Readonly<Record<string, JsonValue>> },
          given as JsonValue,
          new ArgumentSchemas(),
        );
        return found.every(({ message }) => message !== "");
      }),
    );
  });
});

describe("a run whose caller offers tools", () => {
  const run = (controller: Controller, tools: ToolOffer) =>
    planRun(
      {
        ...{ do: "plan", text: "Hello", attached: [], urls: [], known: [], given: null, tools },
        log: [{ role: "user", text: "Before", resources: [] }],
      },
      {
        ...{ ontology: createOntology(), deployment: BARE_DEPLOYMENT, controller, readConstraints },
        expertPool: async () => poolOfEndpoints([]),
        importUrl: () => Promise.reject(new Error("nothing is fetched here")),
        removeFetched: async () => undefined,
      },
      new AbortController().signal,
    );

  it("ends its planning with calls", async () => {
    const { controller, planned } = deciding(reply([PARIS]));
    const outcome = await run(controller, offer());
    expect(outcome).toMatchObject({ planned: { as: "reply", calls: [PARIS] }, selection: {}, controller: "openai" });
    expect(planned).toEqual([]);
  });

  it("is planned as any other where none is called, with what they gave before", async () => {
    const { controller, planned } = deciding(reply([]));
    const outcome = await run(controller, offer({ called: [{ ...PARIS, result: "18 degrees" }] }));
    expect(outcome.planned).toMatchObject({ as: "reply", text: "Planned." });
    expect(planned[0]?.log.map(({ text }) => text)).toEqual([
      "Before",
      'get_weather({"city":"Paris"}) gave: 18 degrees',
    ]);
  });

  it("says where its tools could not be asked for", async () => {
    const { controller } = deciding(new AppError("timeout", "It took too long"));
    const { planned } = await run(controller, offer());
    expect(planned).toMatchObject({ as: "reply", text: expect.stringContaining("It took too long") });
  });
});
