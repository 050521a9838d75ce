import { count, duration, percent, share } from "../../format.ts";
import { answerLines } from "../../labelled/answers.ts";
import { renderTable } from "../../table.ts";
import type { HuggingGptReport, Measures } from "./report.ts";

const HEADS = ["", "requests", "accuracy", "precision", "recall", "F1", "edit distance", "critic"];

/** The report for people: percentages, but for the edit distance. */
export function printHuggingGpt({ controller, single, sequential, graph, answers, planMs }: HuggingGptReport): string {
  const rows = [
    ...(single ? [cells("single task", single)] : []),
    ...(sequential ? [[...cells("sequential task", sequential), share(sequential.editDistance)]] : []),
    ...(graph ? [[...cells("graph task", graph), "", percent(graph.critic?.score ?? null)]] : []),
  ];
  return [
    `HuggingGPT's measures, planned by the ${controller} controller.`,
    "",
    renderTable(HEADS, rows),
    "",
    "In percent, but for the edit distance: 0 for the right sequence, 1 for one that shares nothing with it.",
    ...(graph ? [criticLine(graph.critic)] : []),
    ...answerLines(answers),
    `A plan took ${duration(planMs)}, from the request to the proof.`,
  ].join("\n");
}

const cells = (name: string, { rows, accuracy, precision, recall, f1 }: Measures): readonly string[] => [
  name,
  String(rows),
  ...[accuracy, precision, recall, f1].map(percent),
];

function criticLine(critic: NonNullable<HuggingGptReport["graph"]>["critic"]): string {
  if (!critic) return "The critic's column needs a language model: --critic openai or --critic workers-ai.";
  const unjudged = Object.entries(critic.unjudged).map(([reason, times]) => `${times} × ${reason}`);
  return `The critic judged ${count(critic.judged, "plan")}; not judged: ${unjudged.join(", ") || "none"}.`;
}
