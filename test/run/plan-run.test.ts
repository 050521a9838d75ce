import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/domain/json.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { Controller, PlanReply, RejectedPlan } from "../../src/planning/controller.ts";
import { type PlanJob, type PlanningStages, planRun } from "../../src/run/plan-run.ts";
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

function planned(controller: Controller, more?: Partial<PlanJob>) {
  const stages: PlanningStages = {
    ontology: createOntology(),
    controller,
    endpoints: () => [],
    importUrl: () => Promise.reject(new Error("nothing is fetched here")),
    removeFetched: async () => undefined,
  };
  return planRun(job(more), stages, new AbortController().signal);
}

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
      endpoints: () => [
        {
          provider: "embedded",
          model: "ocr",
          taskType: "optical-character-recognition",
          description: "",
          licence: "",
          grade: "full",
        },
      ],
      importUrl: () => Promise.reject(new Error("nothing is fetched here")),
      removeFetched: async () => undefined,
    };
    const given = job({ attached: [resource("scan.png")], given: { as: "wire", json: plan } });
    const { planned: result } = await planRun(given, stages, new AbortController().signal);
    if (result.as !== "plan") throw new Error(`${result.as} is no plan`);
    expect(typesOf(result.plan)).toEqual(["optical-character-recognition", "text-to-speech"]);
  });
});
