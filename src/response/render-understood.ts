import type { RunReport } from "../domain/report.ts";
import type { RequestParts, Understood } from "../domain/understanding.ts";
import { escapeMarkdown } from "./markdown.ts";
import { percent } from "./proof.ts";

/** How the request was read: what there was to say of it, its parts, and how sure the controller is. */
export function understoodSection({
  understanding,
  understood,
}: Pick<RunReport, "understanding" | "understood">): string {
  const paragraphs = [
    bullets(understanding.map(escapeMarkdown)),
    ...(understood ? understoodParagraphs(understood) : []),
  ];
  const said = paragraphs.filter((paragraph) => paragraph !== "");
  return said.length === 0 ? "" : ["## How the request was understood", ...said].join("\n\n");
}

const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

const understoodParagraphs = ({ parts, conditions, confidence }: Understood): readonly string[] => [
  parts.instruction.length === 0 ? "" : `What is to be done:\n\n${numbered(parts.instruction)}`,
  bullets(
    PARTS.flatMap(([title, quoted, part]) => {
      const items = part(parts).map((item) => (quoted ? `“${escapeMarkdown(item)}”` : escapeMarkdown(item)));
      return items.length === 0 ? [] : [`${title}: ${items.join(", ")}`];
    }),
  ),
  conditions.length === 0 ? "" : `On these conditions:\n\n${bullets(conditions.map(escapeMarkdown))}`,
  confidence === null
    ? ""
    : `Confidence: ${percent(confidence)}. Of a hundred plans that the controller is this sure of, about ${Math.round(confidence * 100)} are right.`,
];

const numbered = (items: readonly string[]): string =>
  items.map((item, index) => `${index + 1}. ${escapeMarkdown(item)}`).join("\n");

/** Every part but the instruction: its title, whether what stands in it is quoted, and where it is found. */
const PARTS: readonly (readonly [string, boolean, (parts: RequestParts) => readonly string[]])[] = [
  ["Texts", true, ({ texts }) => texts],
  ["Questions", true, ({ questions }) => questions],
  ["Files", false, ({ files }) => files],
  ["Addresses", false, ({ urls }) => urls],
  ["Tables", false, ({ tables }) => tables],
  ["Categories", true, ({ categories }) => categories],
  ["Source language", false, ({ languages }) => languages.source],
  ["Target language", false, ({ languages }) => languages.target],
];

/** Why a task is in the plan, as Markdown; null where the controller gave no reason. */
export function reasonInWords(task: number, understood: Understood | null): string | null {
  const reason = understood?.reasons.find((one) => one.task === task);
  if (!reason) return null;
  if (reason.words.length === 0) return "another task needs it";
  return `because of the words ${reason.words.map((word) => `“${escapeMarkdown(word)}”`).join(", ")}`;
}
