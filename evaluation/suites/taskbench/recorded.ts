import type { Plan } from "../../../src/domain/plan.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import type { Ontology } from "../../../src/domain/task-types/index.ts";
import { type Timing, timing } from "../../measures/timing.ts";
import { resourcesOf, toPrediction, toWire } from "./adapt.ts";
import { createToolOntology } from "./ontology.ts";
import type { Label, RecordedPlan } from "./read-rows.ts";
import { NOTHING, score } from "./score.ts";
import { type Outcome, type Summary, summarise } from "./summary.ts";

/** Makes a plan sound or says why it can't; never throws. What is measured. */
export type Repair = (
  json: unknown,
  context: {
    readonly resources: readonly Resource[];
    readonly ontology: Ontology;
    readonly text?: string;
    readonly isByModel?: boolean;
    readonly isLastResort?: boolean;
  },
) =>
  | {
      readonly as: "proved";
      readonly plan: Plan;
      /** Shares between 0 and 1. */
      readonly changed: { readonly nodes: number; readonly links: number };
    }
  | { readonly as: "unsound" };

/** What is printed with `--json`: its keys are documented in `evaluation/README.md` and stay. */
export interface Report {
  readonly suite: "taskbench";
  readonly rows: {
    readonly labels: number;
    readonly plans: number;
    readonly scored: number;
    readonly plansWithoutLabel: number;
    readonly labelsWithoutPlan: number;
  };
  readonly llms: Readonly<Record<string, Summary>>;
  readonly all: Summary;
  readonly repairMs: Timing;
}

interface Means {
  readonly repair: Repair;
  readonly now: () => number;
  readonly progress: (done: number, total: number) => void;
}

/** Scores every recorded plan that has a label, as written and after repair. */
export function measureRecorded(
  plans: readonly RecordedPlan[],
  labels: ReadonlyMap<string, Label>,
  { repair, now, progress }: Means,
): Report {
  const ontology = createToolOntology();
  const matched = plans.flatMap((plan) => {
    const label = labels.get(plan.id);
    return label ? [{ plan, label }] : [];
  });
  progress(0, matched.length);
  const outcomes = matched.map(({ plan, label }, index): Outcome => {
    const wire = toWire(plan);
    const context = { resources: resourcesOf(plan), ontology, text: plan.request, isByModel: true, isLastResort: true };
    const startedAt = now();
    const result = repair(wire, context);
    const repairMs = now() - startedAt;
    progress(index + 1, matched.length);
    return {
      llm: plan.llm,
      written: score(plan, label),
      repaired: score(result.as === "proved" ? toPrediction(result.plan) : NOTHING, label),
      changed: result.as === "proved" ? result.changed : null,
      repairMs,
    };
  });
  const planned = new Set(matched.map(({ label }) => label.id));
  return {
    suite: "taskbench",
    rows: {
      labels: labels.size,
      plans: plans.length,
      scored: matched.length,
      plansWithoutLabel: plans.length - matched.length,
      labelsWithoutPlan: labels.size - planned.size,
    },
    llms: Object.fromEntries([...Map.groupBy(outcomes, ({ llm }) => llm)].map(([llm, own]) => [llm, summarise(own)])),
    all: summarise(outcomes),
    repairMs: timing(outcomes.map(({ repairMs }) => repairMs)),
  };
}
