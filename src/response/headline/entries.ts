import { listed } from "../../domain/listed.ts";
import { asksWhich } from "../../words/question-form.ts";
import { percent } from "../markdown.ts";
import { type LabelledEntry, labelledEntries } from "../results.ts";
import { namedIn } from "./labels.ts";
import { resultsThat, type Tell, type Told } from "./told.ts";

/** Of each label; the result has them all. */
const TOLD_ENTRIES = 5;
/** Enough to know an entry again. */
const EXCERPT_CHARS = 60;

/**
 * Of a text that was labelled entry by entry, how many and which ones have the label that is asked for: "2 of 5 are negative:
 * “The shower was cold” and “Never again”." Where a request asks which and names no label, all labels are told.
 */
export const entriesTold: Tell = (request, results) => {
  const [labelled, further] = resultsThat(results, "labels");
  const entries = labelled && !further ? labelledEntries(labelled) : null;
  if (!entries) return null;
  const groups = [...Map.groupBy(entries, ({ label }) => label)].toSorted(([, a], [, b]) => b.length - a.length);
  const named = namedIn(
    request,
    groups.map(([label]) => label),
  );
  const told = groups.filter(([label]) => (named.length === 0 ? asksWhich(request) : named.includes(label)));
  const [most] = told;
  if (most && told.length === 1 && isMostOf(most[0], request)) return surestOf(...most);
  const isSorting = named.length === groups.length && named.length > 1 && !asksWhich(request);
  if (told.length === 0 || isSorting) return null;
  const parts = told.map(([label, own]) => {
    const rest = own.length - TOLD_ENTRIES;
    const names = [...own.slice(0, TOLD_ENTRIES).map(nameOf), ...(rest > 0 ? [`${rest} more`] : [])];
    return `${own.length} of ${entries.length} ${own.length === 1 ? "is" : "are"} ${label}: ${listed(names)}.`;
  });
  return { text: parts.join(" "), tells: [] };
};

/** "Which is the most positive?" */
const isMostOf = (label: string, request: string): boolean =>
  request.toLowerCase().includes(`most ${label.toLowerCase()}`);

function surestOf(label: string, entries: readonly LabelledEntry[]): Told | null {
  const [best, next] = entries.toSorted((one, other) => other.score - one.score);
  if (!best || best.score === next?.score) return null;
  return { text: `${nameOf(best)} is the most ${label} (${percent(best.score)}).`, tells: [] };
}

function nameOf({ title, text }: LabelledEntry): string {
  const excerpt =
    text.length <= EXCERPT_CHARS
      ? text
      : `${text
          .slice(0, EXCERPT_CHARS - 1)
          .trimEnd()
          .toWellFormed()}…`;
  return `${title === undefined ? "" : `${title} `}“${excerpt}”`;
}
