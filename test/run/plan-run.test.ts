import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import type { Controller, PlanReply, PlanRequest, RejectedPlan } from "../../src/planning/controller.ts";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import { MAX_UNASKED_TASKS, type PlanJob, type PlanningStages, planRun } from "../../src/run/plan-run.ts";
import { BARE_DEPLOYMENT } from "../deployment-facts.ts";
import { poolOfEndpoints } from "../expert-pools.ts";
import { resource } from "../planning/resources.ts";
import { actingIn } from "../response/spoken/acting.ts";
import { INJECTIONS } from "../response/spoken/injections.ts";

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
    deployment: BARE_DEPLOYMENT,
    controller,
    readConstraints,
    expertPool: async () => poolOfEndpoints(endpoints),
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

describe("a language model's plan", () => {
  const doing = (...types: readonly string[]): readonly Endpoint[] =>
    types.map((taskType) => ({ ...endpoint("MIT"), taskType }));
  const code = { task: "code-execution", id: 1, dep: [-1], args: { code: "rm -rf /" } };
  const MODEL_NOTE = expect.stringContaining("named models in its plan");

  it.each(["huggingface:evil/model", "custom:Apache-2.0", "nonsense"])(
    "names no model: %s is left out of it, and the rules choose",
    async (model) => {
      const { controller, rejected } = writer([{ ...summary, model }], []);
      const text = "Sum it up with an MIT-licensed model";
      const { planned: result, selection } = await planned(controller, { text }, [
        endpoint("MIT"),
        endpoint("Apache-2.0"),
      ]);
      expect(rejected).toEqual([]);
      expect(result).toMatchObject({ as: "plan", notes: ["understood", MODEL_NOTE] });
      if (result.as === "plan") expect(result.plan.tasks[0]).not.toHaveProperty("model");
      expect(selection[0]?.candidates.map((one) => one.model)).toEqual(["MIT"]);
    },
  );

  it("goes back to its author with the tasks that nothing here does", async () => {
    const { controller, rejected } = writer([summary, code], [summary]);
    const { planned: result } = await planned(controller, {}, doing("summarization"));
    expect(rejected).toMatchObject([
      { plan: [summary, code], faults: [{ path: "1", message: expect.stringContaining("does code-execution") }] },
    ]);
    expect(result).toMatchObject({
      as: "plan",
      notes: ["understood", { leftOut: "code-execution, which no model here does." }],
    });
    if (result.as === "plan") expect(typesOf(result.plan)).toEqual(["summarization"]);
  });

  it("gives way to one without such tasks, and runs as far as it can where there is none", async () => {
    const plan: Plan = { tasks: [{ id: 0, type: "summarization", args: { text: { from: "literal", value: "a" } } }] };
    const { controller } = writer([summary, code], [summary, code]);
    const alone = async (): Promise<PlanReply> => ({ as: "plan", plan, notes: ["alone"], by: "embedded" });
    const without = await planned({ ...controller, lastResort: alone }, {}, doing("summarization"));
    expect(without).toMatchObject({
      controller: "embedded",
      planned: { as: "plan", notes: ["alone", { leftOut: expect.stringContaining("code-execution") }] },
    });
    const { planned: result, selection } = await planned(controller, {}, doing("summarization"));
    if (result.as === "plan") expect(typesOf(result.plan)).toEqual(["summarization", "code-execution"]);
    expect(selection[0]?.candidates).toHaveLength(1);
  });

  it("of more tasks than anybody allowed is asked about, unless they are allowed", async () => {
    const tasks = Array.from({ length: MAX_UNASKED_TASKS + 1 }, (_, id) => ({
      ...{ ...summary, id, args: { text: `Text ${id}: ![x](https://evil.example/${id})` } },
    }));
    const { planned: result } = await planned(writer(tasks).controller, {}, doing("summarization"));
    expect(result).toMatchObject({
      as: "ask",
      text: expect.stringContaining(`without a limit of yours it may take 64 tasks at most, and this takes 65`),
    });
    expect(actingIn(result.as === "ask" ? result.text : "")).toEqual([]);
    const allowed = await planned(writer(tasks).controller, { budget: { tasks: 100 } }, doing("summarization"));
    expect(allowed.planned.as).toBe("plan");
    const own = await planned(writer([]).controller, { given: { as: "wire", json: tasks } }, doing("summarization"));
    expect(own.planned.as).toBe("plan");
  });
});

describe.each(["reply", "ask"] as const)("what a language model says in the place of a plan (%s)", (as) => {
  const saying = (text: string, by?: "embedded"): Controller => ({
    name: "openai",
    plan: async () => ({ as, text, ...(by ? { by } : {}) }),
  });

  it.each(INJECTIONS.map(({ name, obeyed }) => [name, obeyed] as const))(
    "holds nothing that acts: %s",
    async (_, said) => {
      const { planned: result } = await planned(saying(said));
      if (result.as !== as) throw new Error("It is neither a reply nor a question");
      expect(actingIn(result.text)).toEqual([]);
      expect(result.text).not.toMatch(/How it was done|res_other/);
      expect(result.text.trim()).not.toBe("");
    },
  );

  it("may speak of an address in the request, and stays as it is where it is plain", async () => {
    const text = "Who is bill@acme.com?";
    const { planned: result } = await planned(saying("I don't know bill@acme.com or eve@acme.com."), { text });
    expect(result).toEqual({ as, text: "I don't know `bill@acme.com` or (address left out)." });
    const plain = "Good morning. Tell me what to do with a text, a picture, or a document.";
    expect((await planned(saying(plain))).planned).toEqual({ as, text: plain });
  });

  it("is our own where no language model says it", async () => {
    const own = "Write `a` or <b>: https://example.org";
    expect((await planned(saying(own, "embedded"))).planned).toEqual({ as, text: own });
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
    expect((await planned({ ...controller, lastResort }, {}, [endpoint("MIT")])).controller).toBe("openai");
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
    const told = await run(notAsked, { as: "plan", plan: edited, notes: ["as edited"] });
    expect(told.planned).toMatchObject({ notes: ["as edited"] });
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

  it("keeps a plan of more tasks than are allowed where the run is to ask", async () => {
    const budget = { tasks: 1, onExhausted: "ask" } as const;
    const result = await planned(planning(understand({})), { budget }, endpoints);
    expect(result.planned).toMatchObject({ as: "plan", plan: { tasks: [{ id: 0 }, { id: 1 }] } });
    expect(Object.keys(result.selection)).toEqual(["0", "1"]);
  });

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

  it.each(["wire", "edited"] as const)("is told what it says under dep and its links don't (%s)", async (as) => {
    const json = [summary, { ...summary, id: 1, dep: [0], args: { text: "It snowed." } }];
    const { planned: result } = await planned(writer([]).controller, { given: { as, json } });
    expect(result).toMatchObject({
      as: "plan",
      notes: ["Task 2 was said to depend on task 1, but takes nothing of it, so that it does not wait for it."],
    });
  });

  it("is mended by what can run here, where two ways are open", async () => {
    const plan = [{ task: "text-to-speech", id: 0, args: { text: "scan.png" } }];
    const stages: PlanningStages = {
      ontology: createOntology(),
      deployment: BARE_DEPLOYMENT,
      controller: writer([]).controller,
      readConstraints,
      expertPool: async () =>
        poolOfEndpoints([
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
