import { codeBlock, escapeMarkdown } from "../domain/markdown.ts";
import { numberOf, type Plan } from "../domain/plan.ts";
import type { ProofView } from "../domain/report.ts";
import type { PlanValue, Proof } from "../planning/index.ts";
import { cut } from "./markdown.ts";

/** Enough to know a text again that the plan holds; the plan has it whole. */
const MAX_LITERAL_CHARS = 80;

/** A proof as it is shown: in plain words what establishes each precondition, and the texts that anyone can check. */
export function proofView({ plan, certificate, pddl }: Proof): ProofView {
  const types = new Map(plan.tasks.map((task) => [task.id, task.type]));
  const establishedBy = (value: PlanValue): string => {
    switch (value.by) {
      case "resource":
        return `the file ${value.resource.name}, which is at hand`;
      case "literal":
        return `written in the plan: ${quoted(value.value)}`;
      case "task":
        return `"${value.output}" of task ${numberOf(value.task)} (${types.get(value.task) ?? "unknown"})`;
    }
  };
  return {
    levels: certificate.levels,
    tasks: certificate.tasks.map(({ task, preconditions }) => ({
      task,
      preconditions: preconditions.map((one) => ({ atom: one.atom, establishedBy: establishedBy(one.establishedBy) })),
    })),
    pddl,
  };
}

const quoted = (value: Extract<PlanValue, { by: "literal" }>["value"]): string =>
  typeof value === "string"
    ? JSON.stringify(cut(value, MAX_LITERAL_CHARS))
    : cut(JSON.stringify(value), MAX_LITERAL_CHARS);

/** Why each task may run, one item a task with one a precondition below it. */
export function proofLines(
  proof: ProofView,
  plan: { readonly tasks: readonly Pick<Plan["tasks"][number], "id" | "type">[] },
): string {
  const types = new Map(plan.tasks.map(({ id, type }) => [id, type]));
  return proof.tasks
    .flatMap(({ task, preconditions }) => [
      `- task ${numberOf(task)} (${types.get(task) ?? "unknown"}) ${preconditions.length === 0 ? "needs nothing" : "needs"}`,
      ...preconditions.map(({ atom, establishedBy }) => `  - \`${atom}\`: ${escapeMarkdown(establishedBy)}`),
    ])
    .join("\n");
}

/** The texts by which any PDDL planner or validator can check a proof. @param what the texts say, in a sentence */
export const pddlSection = (pddl: ProofView["pddl"], what: string): string =>
  [
    "## The proof in PDDL",
    `${what} Any PDDL planner can solve the problem, and any validator can check the solution.`,
    "### Domain",
    codeBlock(pddl.domain.trim(), "pddl"),
    "### Problem",
    codeBlock(pddl.problem.trim(), "pddl"),
    "### Solution",
    codeBlock(pddl.solution.trim(), "pddl"),
  ].join("\n\n");
