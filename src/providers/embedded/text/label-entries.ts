import type { JsonValue } from "../../../domain/json.ts";
import { listed } from "../../../domain/listed.ts";
import type { ExpertResult } from "../../provider.ts";
import { entriesOf } from "./entries-of.ts";
import type { TextEntry } from "./lines-alone.ts";

/** What an expert says of one entry; `name` is the label in words, where it is a code. */
export interface EntryLabel {
  readonly label: string;
  readonly name?: string;
  readonly score: number;
}

interface Labelling {
  /** The output that says it in words. */
  readonly port: "text" | "language";
  /** A score below is said to be unsure. */
  readonly sureFrom: number;
  /** The likeliest label of each text, in their order. */
  readonly label: (texts: readonly string[]) => Promise<readonly EntryLabel[]>;
}

/** Each costs as much as a text of its own: some 50 ms where it is encoded. */
const MAX_ENTRIES = 100;

/**
 * The outputs of an expert that labels texts, for a text of several entries; null for one text. `labels` has an item for
 * each entry in their order, `{label, score, text}` with its `title` if it has one; the words begin with how many have which
 * label. Of more than 100 entries the first 100 are labelled, and a note says so.
 */
export async function labelEntries(text: string, { port, sureFrom, label }: Labelling): Promise<ExpertResult | null> {
  const all = entriesOf(text);
  if (all === null) return null;
  const entries = all.slice(0, MAX_ENTRIES);
  const found = await label(entries.map((entry) => entry.text));
  const labelled = entries.flatMap((entry, at) => (found[at] ? [{ entry, found: found[at] }] : []));
  const lines = labelled.map(({ entry, found: { label: code, name = code, score } }) => {
    return `${verdictInWords(name, score, sureFrom)}: ${inOneLine(entry)}`;
  });
  const data = labelled.map(({ entry: { title, ...own }, found: one }): JsonValue => {
    return { ...one, ...own, ...(title === null ? {} : { title }) };
  });
  const left = all.length - entries.length;
  return {
    outputs: {
      labels: { as: "data", data },
      [port]: { as: "text", text: [inAll(labelled.map((one) => one.found)), ...lines].join("\n") },
    },
    notes: left === 0 ? [] : [`Of ${all.length} entries the first ${MAX_ENTRIES} were labelled.`],
  };
}

/** "negative"; of a score below `sureFrom` that it is unsure. The data has the scores. */
export const verdictInWords = (name: string, score: number, sureFrom: number): string =>
  score < sureFrom ? `unsure, ${name} if anything` : name;

const inOneLine = ({ text, title }: TextEntry): string =>
  `${title === null ? "" : `${title}: `}${text}`.replace(/\s+/g, " ");

/** "5 entries: 3 positive and 2 negative." */
function inAll(labels: readonly EntryLabel[]): string {
  const groups = [...Map.groupBy(labels, ({ label, name }) => name ?? label)];
  const counts = groups.map(([name, { length }]) => ({ name, length })).toSorted((a, b) => b.length - a.length);
  return `${labels.length} entries: ${listed(counts.map(({ name, length }) => `${length} ${name}`))}.`;
}
