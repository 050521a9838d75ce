import type { RunReport } from "../domain/report.ts";
import type { Understood } from "../domain/understanding.ts";
import { confidenceInWords, partsInWords } from "../domain/understood-words.ts";
import { escapeMarkdown } from "./markdown.ts";

/** How the request was read: what there was to say of it, its parts, and how sure the controller is. */
export function understoodSection({
  understanding,
  understood,
  controller,
}: Pick<RunReport, "understanding" | "understood" | "controller">): string {
  const paragraphs = [
    bullets(understanding.map(escapeMarkdown)),
    ...(understood ? understoodParagraphs(understood, controller) : []),
  ];
  const said = paragraphs.filter((paragraph) => paragraph !== "");
  return said.length === 0 ? "" : ["## How the request was understood", ...said].join("\n\n");
}

const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

const understoodParagraphs = (
  { parts, conditions, confidence }: Understood,
  controller: RunReport["controller"],
): readonly string[] => [
  parts.instruction.length === 0 ? "" : `What is to be done:\n\n${numbered(parts.instruction)}`,
  bullets(partsInWords(parts).map(({ title, items }) => `${title}: ${items.map(escapeMarkdown).join(", ")}`)),
  conditions.length === 0 ? "" : `On these conditions:\n\n${bullets(conditions.map(escapeMarkdown))}`,
  confidence === null ? "" : confidenceInWords(confidence, controller),
];

const numbered = (items: readonly string[]): string =>
  items.map((item, index) => `${index + 1}. ${escapeMarkdown(item)}`).join("\n");
