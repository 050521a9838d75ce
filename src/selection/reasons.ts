import type { Expert, Health } from "../domain/experts.ts";
import type { Task } from "../domain/plan.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import type { Evidence } from "./benchmark/evidence.ts";
import { gradeOf, isBuiltIn } from "./grade.ts";
import { isSureToKnow, languagesOf } from "./needs.ts";
import { evidenceInWords, healthInWords, licenceFact, pricesInWords, sizeFact } from "./words.ts";

/** What a reason is made from besides the expert itself. */
export interface Grounds {
  readonly task: Task;
  /** What was asked for and decided, in words. */
  readonly decided: readonly string[];
  readonly evidence: Evidence | null;
  readonly health: Health | null;
}

/** Why an expert stands where it stands, in words made from the facts: what decided first, then what is known of it. */
export function reasonFor(expert: Expert, { task, decided, evidence, health }: Grounds): string {
  const { facts, prices } = expert;
  const isUsual = task.model === undefined && decided.length === 0;
  return [
    ...(task.model === undefined ? [] : ["Named by the plan"]),
    ...(gradeOf(expert) === 0 ? [] : ["Stands in where nothing better can run"]),
    ...decided,
    ...(isUsual && gradeOf(expert) === 0 ? [whereItRuns(expert)] : []),
    ...(isUsual && evidence ? [evidenceInWords(evidence)] : []),
    ...(languagesOf(task).length > 0 && !isSureToKnow(expert) ? ["its languages are not known"] : []),
    licenceFact(expert),
    ...(facts.parameters === null ? [] : [sizeFact(expert)]),
    ...(facts.downloads === null ? [] : [`${facts.downloads.toLocaleString("en")} downloads a month`]),
    ...(prices.length === 0 ? [] : [pricesInWords(prices)]),
    ...(health && health.calls > 0 ? [healthInWords(health)] : []),
    ...(STANDS_IN[gradeOf(expert)] ?? []),
  ].join("; ");
}

/** By grade. */
const STANDS_IN: Readonly<Record<number, readonly [string]>> = {
  1: ["a general model that does it by instruction"],
  2: ["a simple method, not a trained model for the task"],
};

const whereItRuns = (expert: Expert): string =>
  isBuiltIn(expert) ? "Runs inside the Worker, as good as any for this task" : PLACES[expert.endpoint.provider];

const PLACES: Readonly<Record<ProviderName, string>> = {
  embedded: "Runs inside the Worker",
  custom: "Runs at an address of your own",
  openai: "Runs behind an OpenAI-compatible server",
  "workers-ai": "Runs on Workers AI",
  huggingface: "Runs at Hugging Face",
};
