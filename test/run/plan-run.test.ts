import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest, RejectedPlan } from "../../src/planning/controller.ts";
import { type PlanJob, type PlanningStages, planRun } from "../../src/run/plan-run.ts";
import { castOfEndpoints } from "../casts.ts";
import { resource } from "../planning/resources.ts";

const job = (more: Partial<PlanJob> = {}): PlanJob => ({
  ...{ do: "plan", text: "Sum it up and say how it feels", attached: [], urls: [], log: [], known: [], given: null },
  ...more,
});

/** A controller that writes JSON as a language model does: one reply, and one more when it is asked again. */
function writer(first: JsonValue, second?: JsonValue) {
  const rejected: RejectedPlan[] = [];
  const written = (json: JsonValue): PlanReply => ({ as: "written", json, notes: ["understood"] });
  const controller: Controller = {
    name: "openai",
    plan: async () => written(first),
    ...(second === undefined
      ? {}
      : {
          revise: async (_, what) => {
            rejected.push(what);
            return written(second);
          },
        }),
  };
  return { controller, rejected };
}

function planned(controller: Controller, more?: Partial<PlanJob>, endpoints: readonly Endpoint[] = []) {
  const stages: PlanningStages = {
    ontology: createOntology(),
    controller,
    cast: async () => castOfEndpoints(endpoints),
    importUrl: () => Promise.reject(new Error("nothing is fetched here")),
    removeFetched: async () => undefined,
  };
  return planRun(job(more), stages, new AbortController().signal);
}

const endpoint = (licence: string): Endpoint => ({
  provider: "custom",
  model: licence,
  taskType: "summarization",
  description: "",
  licence,
  grade: "full",
});
const summary = { task: "summarization", id: 0, dep: [-1], args: { text: "It rained, and everybody was glad." } };
const invented = { task: "mind reading", id: 1, dep: [0], args: { text: "<resource>-0" } };
const sentiment = { task: "text-classification", id: 1, dep: [0], args: { text: "<resource>-0" } };
const typesOf = (plan: { readonly tasks: readonly { readonly type: string }[] }): readonly string[] =>
  plan.tasks.map(({ type }) => type);

describe("a plan that a language model wrote", () => {
  it("is read however sloppily it is written, and what that took is recorded", async () => {
    const { controller } = writer(
      'Here it is:\n```json\n[{"task": "sumarization", "args": {"text": "It rained."}}]\n```',
    );
    const { planned: result } = await planned(controller);
    expect(result).toMatchObject({ as: "plan", mended: { repairs: [{ kind: "renamed", task: 0 }] } });
    if (result.as === "plan") expect(typesOf(result.plan)).toEqual(["summarization"]);
  });

  it("is held to what the words of the request restrict", async () => {
    const { controller } = writer([summary]);
    const text = "Sum it up with an Apache-licensed model in at most 2 tasks";
    const { planned: result, selection } = await planned(controller, { text }, [
      endpoint("MIT"),
      endpoint("Apache-2.0"),
    ]);
    expect(result).toMatchObject({
      as: "plan",
      understanding: { constraints: { licence: { allow: ["Apache-2.0"] } }, budget: { tasks: 2 }, confidence: null },
    });
    expect(selection[0]?.candidates.map(({ model }) => model)).toEqual(["Apache-2.0"]);
  });

  it("goes back to its author once, with exactly what is wrong, when it can't be mended", async () => {
    const { controller, rejected } = writer([summary, invented], [summary, sentiment]);
    const { planned: result } = await planned(controller);
    expect(rejected).toEqual([
      { plan: [summary, invented], faults: [{ path: "1", message: 'There is no task type "mind reading"' }] },
    ]);
    expect(result).toMatchObject({ as: "plan", notes: ["understood"] });
    if (result.as === "plan") expect(typesOf(result.plan)).toEqual(["summarization", "text-classification"]);
  });

  it("runs without what nobody knows, and says so, when its author says the same again", async () => {
    const { controller, rejected } = writer([summary, invented], [summary, invented]);
    const { planned: result } = await planned(controller);
    expect(rejected).toHaveLength(1);
    expect(result).toMatchObject({ as: "plan", mended: { repairs: [{ kind: "left-out", task: 1 }] } });
    if (result.as === "plan") expect(typesOf(result.plan)).toEqual(["summarization"]);
  });

  it("is refused when nothing of it can run", async () => {
    const { controller } = writer([{ ...invented, args: { text: "hello" } }], []);
    expect((await planned(controller)).planned).toMatchObject({ as: "failed", error: { code: "plan-unsound" } });
  });
});

describe("a plan that stays unsound although its author was asked again", () => {
  const hopeless = [{ ...invented, args: { text: "hello" } }];
  const sound: Plan = {
    tasks: [{ id: 0, type: "summarization", args: { text: { from: "literal", value: "It rained." } } }],
  };
  const resort = (reply: PlanReply) => {
    const asked: PlanRequest[] = [];
    const { controller } = writer(hopeless, hopeless);
    const lastResort = async (request: PlanRequest): Promise<PlanReply> => {
      asked.push(request);
      return reply;
    };
    return { controller: { ...controller, lastResort }, asked };
  };

  it("gives way to one that is made without its author, and says by whom", async () => {
    const { controller, asked } = resort({ as: "plan", plan: sound, notes: ["alone"], by: "embedded" });
    const result = await planned(controller);
    expect(result).toMatchObject({ controller: "embedded", planned: { as: "plan", plan: sound, notes: ["alone"] } });
    expect(asked).toMatchObject([{ text: job().text }]);
  });

  it("gives way to a question as well", async () => {
    const { controller } = resort({ as: "ask", text: "Which text?", by: "embedded" });
    expect(await planned(controller)).toMatchObject({
      controller: "embedded",
      planned: { as: "ask", text: "Which text?" },
    });
  });

  it("is refused when that one is unsound too, for its author's faults", async () => {
    const nothing: PlanReply = { as: "plan", plan: { tasks: [] }, notes: [], by: "embedded" };
    expect(await planned(resort(nothing).controller)).toMatchObject({
      controller: "openai",
      planned: { as: "failed", error: { code: "plan-unsound", issues: [{ path: "1" }] } },
    });
  });

  it("is not asked for where the second one is sound", async () => {
    const { controller } = writer(hopeless, [summary]);
    const lastResort = () => Promise.reject(new Error("nobody asks for this"));
    expect((await planned({ ...controller, lastResort })).controller).toBe("openai");
  });
});

describe("a plan made from an earlier message, to which this one says yes", () => {
  it("is mended with the words of that message", async () => {
    const plan: Plan = {
      tasks: [
        { id: 0, type: "question-answering", args: { context: { from: "literal", value: "Ada wrote the notes." } } },
      ],
    };
    const controller: Controller = {
      name: "embedded",
      plan: async () => ({ as: "plan", plan, notes: [], about: "Who wrote the notes?" }),
    };
    const { planned: result } = await planned(controller, { text: "yes" });
    if (result.as !== "plan") throw new Error(`${result.as} is no plan`);
    expect(result.plan.tasks[0]?.args.question).toEqual({ from: "literal", value: "Who wrote the notes?" });
    expect(result).not.toHaveProperty("about");
  });
});

describe("what the words of a request allow", () => {
  const literal = { from: "literal", value: "It rained." } as const;
  const plan: Plan = {
    tasks: [
      { id: 0, type: "summarization", args: { text: literal } },
      { id: 1, type: "text-classification", args: { text: { from: "task", task: 0, output: "text" } } },
    ],
  };
  const endpoint = (model: string, licence: string): Endpoint => ({
    ...{ provider: "custom", model, licence, taskType: "summarization", description: "", grade: "full" },
  });
  const endpoints = [endpoint("ours/free", "Apache-2.0"), endpoint("theirs/closed", "proprietary")];
  const understand = (parts: Partial<Understanding>): Understanding => ({
    ...{ constraints: {}, budget: {}, confidence: 0.8, reasons: [] },
    ...parts,
  });
  const planning = (understanding: Understanding): Controller => ({
    name: "embedded",
    plan: async () => ({ as: "plan", plan, notes: ["as read"], understanding }),
  });
  const notAsked: Controller = { name: "embedded", plan: () => Promise.reject(new Error("nobody asks for a plan")) };
  const run = (controller: Controller, given: PlanJob["given"] = null) => planned(controller, { given }, endpoints);
  const modelsOf = ({ selection }: Awaited<ReturnType<typeof run>>) =>
    selection[0]?.candidates.map(({ model }) => model);

  it("holds for the models of a plan, and of the same plan once a person has edited it", async () => {
    const understanding = understand({ constraints: { licence: { allow: ["Apache-2.0"] } } });
    expect(modelsOf(await run(planning(understanding)))).toEqual(["ours/free"]);
    const edited = { tasks: plan.tasks.slice(0, 1) };
    const approved = await run(notAsked, { as: "plan", plan: edited, understanding });
    expect(modelsOf(approved)).toEqual(["ours/free"]);
    expect(approved).toMatchObject({ controller: "user", planned: { as: "plan", plan: edited, understanding } });
  });

  it("is nothing for an edited plan of which nothing is known", async () => {
    const approved = await run(notAsked, { as: "plan", plan });
    expect(modelsOf(approved)).toEqual(["ours/free", "theirs/closed"]);
    expect(approved.planned).toEqual({ as: "plan", plan, notes: [] });
  });

  it("needs no note where it is a budget, as that is kept while the run lasts", async () => {
    const { planned: result } = await run(planning(understand({ budget: { usd: 0.1, timeMs: 1_000, llmCalls: 2 } })));
    expect(result).toMatchObject({ as: "plan", notes: ["as read"] });
  });

  it.each([2, 3])("runs a plan of two tasks where %d are allowed", async (tasks) => {
    expect((await run(planning(understand({ budget: { tasks } })))).planned).toMatchObject({ as: "plan", plan });
  });

  it.each([null, { as: "plan", plan, understanding: understand({ budget: { tasks: 1 } }) } as const])(
    "asks instead of running more tasks than are allowed (%#)",
    async (given) => {
      const result = await run(given ? notAsked : planning(understand({ budget: { tasks: 1 } })), given);
      expect(result.selection).toEqual({});
      expect(result.planned).toEqual({
        as: "ask",
        text: `You allowed 1 task at most, and this takes 2:

1. Summarize “It rained.”.
2. Label the summary, for example by its sentiment.

Nothing was done. Please ask again with less to do, or with a higher limit.`,
      });
    },
  );

  it("counts the steps of a long plan that it does not list", async () => {
    const tasks = Array.from({ length: 30 }, (_, id) => ({
      ...{ id, type: "text-generation", args: { text: { from: "literal", value: `Rhyme ${id}` } } as const },
    }));
    const understanding = understand({ budget: { tasks: 20 } });
    const { planned: result } = await run(notAsked, { as: "plan", plan: { tasks }, understanding });
    if (result.as !== "ask") throw new Error(`${result.as} asks nothing`);
    expect(result.text).toContain("20 tasks at most, and this takes 30:");
    expect(result.text).toMatch(/\n10\. .*\n… and 20 more\n/);
  });
});

describe("a plan of the caller's own", () => {
  it("is refused for a goal that nobody knows, as its author can be told", async () => {
    const { controller } = writer([]);
    const { planned: result } = await planned(controller, { given: { as: "wire", json: [summary, invented] } });
    expect(result).toMatchObject({ as: "failed", error: { code: "plan-unsound", issues: [{ path: "1" }] } });
  });

  it("is mended by what can run here, where two ways are open", async () => {
    const plan = [{ task: "text-to-speech", id: 0, args: { text: "scan.png" } }];
    const stages: PlanningStages = {
      ontology: createOntology(),
      controller: writer([]).controller,
      cast: async () =>
        castOfEndpoints([
          {
            provider: "embedded",
            model: "ocr",
            taskType: "optical-character-recognition",
            description: "",
            licence: "",
            grade: "full",
          },
        ]),
      importUrl: () => Promise.reject(new Error("nothing is fetched here")),
      removeFetched: async () => undefined,
    };
    const given = job({ attached: [resource("scan.png")], given: { as: "wire", json: plan } });
    const { planned: result } = await planRun(given, stages, new AbortController().signal);
    if (result.as !== "plan") throw new Error(`${result.as} is no plan`);
    expect(typesOf(result.plan)).toEqual(["optical-character-recognition", "text-to-speech"]);
  });
});
