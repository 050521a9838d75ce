import type { Clause } from "../read/clauses.ts";
import type { MaskedRequest } from "../read/parts.ts";
import { labelsListed } from "./labels.ts";
import { following, preceding } from "./layout.ts";
import type { SketchTask } from "./order.ts";

/** Whether a task chooses among given labels. */
export const chooses = ({ type }: SketchTask): boolean => type.inputs.some(({ name }) => name === "labels");

/** The order with the labels that its clause lists, or one near it, which are then no texts to work on. */
export function withChoices(order: SketchTask): SketchTask {
  const { scope, layout, home } = order;
  const near = [home, ...following(layout, home), ...preceding(layout, home).slice(0, 1)];
  const stretches = near.map((index) => {
    const stretch = layout.clauses[index];
    return stretch ? withNames(layout.reading, stretch) : "";
  });
  const bracketed = scope.quotes.filter(
    (quote) => (!/[.!?]$/.test(quote) || / or /i.test(quote)) && (labelsListed(quote)?.length ?? 0) > 1,
  );
  const isClean = scope.labels?.every(
    (label) => /^[\p{L}\p{N}]/u.test(label) && !/\s[-–—]|\s(?:in|on|of|for|at|to)$/.test(label),
  );
  const listed = () => stretches.map((stretch) => labelsListed(stretch)).find((list) => list !== null) ?? scope.labels;
  const labels = labelsListed(bracketed[0] ?? "") ?? (isClean ? scope.labels : listed());
  const isLabel = (text: string): boolean => text === bracketed[0] || (labels?.includes(text) ?? false);
  return {
    ...order,
    scope: {
      ...scope,
      labels,
      parts: scope.parts.filter(({ part }) => part.as === "file" || !isLabel(part.text)),
      quotes: scope.quotes.filter((quote) => !isLabel(quote)),
    },
  };
}

/** More words in quotation marks are a text to label. */
const MAX_NAME_WORDS = 4;

/** The words of a clause with short quotations in their places; longer ones and files end the phrase. */
function withNames({ masked, parts }: MaskedRequest, { start, text }: Clause): string {
  let read = "";
  let at = start;
  for (const { part, start: from, end } of parts) {
    if (from < start || end > start + text.length) continue;
    const isName = part.as === "quote" && part.text.split(/\s+/, MAX_NAME_WORDS + 1).length <= MAX_NAME_WORDS;
    read += masked.slice(at, from) + (isName ? `"${part.text}"` : "\n");
    at = end;
  }
  return read + masked.slice(at, start + text.length);
}
