import type { ModelFacts } from "../../src/domain/catalogue.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { ExpertPool } from "../../src/domain/experts.ts";
import type { Plan } from "../../src/domain/plan.ts";
import type { Ontology } from "../../src/domain/task-types/index.ts";
import type { Understanding } from "../../src/domain/understanding.ts";
import type { StepUsage } from "../../src/domain/usage.ts";
import type { Controller } from "../../src/planning/controller.ts";
import { readConstraints } from "../../src/planning/embedded/constraints/stored.ts";
import { dryRun, type PlanJob } from "../../src/run/index.ts";
import { createPatience, type Patience } from "../patience.ts";
import { fetched } from "./plan-job.ts";

/** What plans, and how the time is told. */
export interface Planner {
  readonly controller: Controller;
  readonly ontology: Ontology;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
  readonly progress: (done: number, total: number) => void;
}

/** What a request was answered with. */
export type Answer =
  /** `understanding` is `null` when the controller tells none. */
  | { readonly as: "plan"; readonly plan: Plan; readonly understanding: Understanding | null }
  | { readonly as: "reply" | "ask" }
  /** The call of a model failed, or its plan could not be made sound; `reason` is a code of `src/domain/errors.ts`. */
  | { readonly as: "failed"; readonly reason: string };

export interface Planning {
  readonly answer: Answer;
  /** Another controller than the one that was asked made the answer. */
  readonly handedOver: boolean;
  /** From the request to the proved plan. */
  readonly ms: number;
  /** Of the language model. */
  readonly calls: ModelCalls;
}

/** Calls of a language model, and the tokens that it counted. */
export interface ModelCalls {
  readonly count: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Controllers bound their own calls, and nothing is fetched. */
const NEVER = new AbortController().signal;

/**
 * Plans each message exactly as a run does, one after the other; nothing is fetched, and nothing kept.
 * @throws {DataError} when nothing but failing calls come back.
 */
export async function planAll(jobs: readonly PlanJob[], planner: Planner): Promise<readonly Planning[]> {
  const patience = createPatience();
  const plannings: Planning[] = [];
  planner.progress(0, jobs.length);
  for (const job of jobs) {
    plannings.push(await planOne(job, planner, patience));
    planner.progress(plannings.length, jobs.length);
  }
  return plannings;
}

/** Nothing is known of it. */
const MODEL: ModelFacts = {
  ...{ id: "any", organization: null, licence: "unknown", licenceConfidence: "unsure" },
  ...{ parameters: null, parametersConfidence: "unsure", bytes: null, bytesConfidence: "unsure", languages: null },
  ...{ scores: [], downloads: null, downloadsOn: null, gated: null },
};

/** Plans are measured, and not what would do them: some model does every task. */
const ANYTHING: ExpertPool = {
  experts: (taskType) => {
    const { id: model, licence } = MODEL;
    const endpoint = { provider: "custom", model, taskType, description: "", licence, grade: "full" } as const;
    return [{ endpoint, facts: MODEL, prices: [] }];
  },
  health: () => null,
  elsewhere: () => ({ count: 0, providers: [] }),
  knows: () => false,
};

const callsIn = (usage: StepUsage | null): ModelCalls => ({
  count: usage?.llmCalls ?? 0,
  inputTokens: usage?.measured?.inputTokens ?? 0,
  outputTokens: usage?.measured?.outputTokens ?? 0,
});

async function planOne(job: PlanJob, { controller, ontology, now }: Planner, patience: Patience): Promise<Planning> {
  let usage: StepUsage | null = null;
  const stages = {
    controller,
    ontology,
    readConstraints,
    expertPool: async () => ANYTHING,
    importUrl: async (url: string) => fetched(url),
    deployment: { needsKey: false, languageModel: null, providers: [], retentionDays: null },
    removeFetched: async () => {},
    onUsage: (told: StepUsage | null) => {
      usage = told;
    },
  };
  const startedAt = now();
  try {
    const planned = await dryRun(job, stages, NEVER);
    const ms = now() - startedAt;
    patience.succeeded();
    const calls = callsIn(usage);
    if (!planned.ok) return { answer: { as: "failed", reason: planned.error.code }, handedOver: false, ms, calls };
    const { planned: made, controller: by } = planned.value;
    const answer: Answer =
      made.as === "plan" ? { as: "plan", plan: made.plan, understanding: made.understanding ?? null } : { as: made.as };
    return { answer, handedOver: by !== controller.name, ms, calls };
  } catch (error) {
    // Anything else is a fault in the code, and no measurement.
    if (!(error instanceof AppError)) throw error;
    patience.failed(error);
    const answer: Answer = { as: "failed", reason: error.code };
    return { answer, handedOver: false, ms: now() - startedAt, calls: callsIn(usage) };
  }
}

/** Why plans failed, each reason with how often. */
export const failureReasons = (plannings: readonly Planning[]): readonly string[] =>
  plannings.flatMap(({ answer }) => (answer.as === "failed" ? [answer.reason] : []));
