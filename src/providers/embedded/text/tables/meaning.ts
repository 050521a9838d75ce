import { type Column, isUnique } from "./columns.ts";
import { CONCEPTS, type TableConcept } from "./vocabulary.ts";
import { sameStem, type Token } from "./words.ts";

const listed = (list: string | undefined, word: string): boolean =>
  list?.split(" ").some((other) => sameStem(other, word)) ?? false;

/** Letters of the last part of a German compound: "Gesamtbetrag" is a Betrag. */
const MIN_COMPOUND_PART = 5;

const nameFits = (columns: string, name: string): boolean =>
  columns
    .split(" ")
    .some((word) => word === name || sameStem(word, name) || (word.length >= MIN_COMPOUND_PART && name.endsWith(word)));

/** The columns of a table that are about something. */
const about = (concept: TableConcept, columns: readonly Column[]): Column[] =>
  columns.filter((column) => column.words.some((name) => nameFits(concept.columns, name)));

/** One of several only where it alone differs from row to row, and so names the rows. */
function theOne(columns: readonly Column[]): Column | null {
  const [first, second] = columns;
  if (first === undefined || second === undefined) return first ?? null;
  const unique = columns.filter(isUnique);
  return unique.length === 1 ? (unique[0] ?? null) : null;
}

function firstAbout(concepts: readonly TableConcept[], columns: readonly Column[]): Column | null {
  const found = concepts.map((concept) => about(concept, columns)).find(({ length }) => length > 0);
  return theOne(found ?? []);
}

/** The column that a noun or verb means by what it is about: "earns" a salary. `null` for none, or for several. */
export function columnMeant(word: string, columns: readonly Column[]): Column | null {
  const asked = CONCEPTS.filter(
    ({ columns: names, asked, onlyByAdjective }) => !onlyByAdjective && (listed(names, word) || listed(asked, word)),
  );
  return firstAbout(asked, columns);
}

/** The column that "who", "where" or "when" asks for. */
export function columnAsked(word: string, columns: readonly Column[], question: readonly Token[]): Column | null {
  const concepts = CONCEPTS.filter(({ asks }) => asks === word);
  const named = columns.filter(
    (column) =>
      (word === "when" && column.type === "date") ||
      (column.type !== "yes-no" && concepts.some((concept) => about(concept, [column]).length > 0)),
  );
  const fitting = word === "who" ? named.filter(({ type }) => type === "text") : named;
  const dates = fitting.filter(({ type }) => type === "date");
  const found = dates.length > 0 ? dates : fitting;
  if (found.length <= 1) return found[0] ?? null;
  // "Who wrote it" is the author.
  const others = new Set(question.map((other) => other.word).filter((other) => other !== word));
  const done = new Set([...others].map((other) => columnMeant(other, found)));
  const [doer, another] = found.filter((column) => done.has(column));
  if (doer !== undefined && another === undefined) return doer;
  // Of several people those are asked for of whom the table is: its first texts name them.
  const subject = columns.find(({ type }) => type === "text");
  return theOne(found) ?? (word === "who" ? (found.find((column) => column === subject) ?? null) : null);
}

/** The column that a noun for the rows speaks of, such as the amounts of "payments"; `null` where it names no rows. */
export function columnOfRows(noun: string, columns: readonly Column[]): Column | null {
  const concepts = CONCEPTS.filter(({ rows }) => listed(rows, noun)).toReversed();
  return concepts.flatMap((concept) => about(concept, columns))[0] ?? null;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  best: "good",
  better: "good",
  worst: "bad",
  worse: "bad",
  farthest: "far",
  further: "far",
  furthest: "far",
};

/** Whether a word is the form of an adjective with this ending: "heaviest" of "heavy", "bigger" of "big". */
function isFormOf(word: string, adjective: string, ending: "" | "er" | "est"): boolean {
  if (IRREGULAR[word] === adjective) return ending !== "" && word.endsWith(ending === "est" ? "st" : "er");
  if (ending === "") return word === adjective;
  if (ending === "est" && (adjective === "last" || adjective === "first")) return word === adjective;
  const forms = [adjective, adjective.replace(/e$/, ""), adjective.replace(/y$/, "i"), adjective + adjective.slice(-1)];
  return forms.some((form) => word === form + ending);
}

export interface Adjective {
  readonly concept: TableConcept;
  readonly direction: "max" | "min";
}

/** What an adjective in one of its forms says much or little of. */
export const adjectives = (word: string, ending: "" | "er" | "est"): Adjective[] =>
  CONCEPTS.flatMap((concept): Adjective[] => {
    const says = (list: string | undefined): boolean =>
      list?.split(" ").some((adjective) => isFormOf(word, adjective, ending)) ?? false;
    if (says(concept.more)) return [{ concept, direction: "max" }];
    return says(concept.less) ? [{ concept, direction: "min" }] : [];
  });

/** The column that adjectives speak of, and in which direction; of several the first that the table has. */
export function columnSaid(
  found: readonly Adjective[],
  columns: readonly Column[],
): { readonly column: Column; readonly direction: "max" | "min" } | null {
  for (const { concept, direction } of found) {
    const fitting = columns.filter(
      (column) =>
        (concept.asks === "when" && column.type === "date") ||
        (column.type === "number" && about(concept, [column]).length > 0),
    );
    const dates = fitting.filter(({ type }) => type === "date");
    const [column, other] = dates.length > 0 ? dates : fitting;
    if (column !== undefined) return other === undefined ? { column, direction } : null;
  }
  return null;
}

const conceptsOf = (column: Column): TableConcept[] =>
  CONCEPTS.filter((concept) => about(concept, [column]).length > 0);

/** Whether the cells of a column make a sum that means something: units, and not prices. */
export const addsUp = (column: Column): boolean =>
  column.type === "number" &&
  conceptsOf(column).some(({ adds }) => adds) &&
  !column.words.some((word) => /^(?:average|avg|mean|max|min|per|percent|rate|price|preis|schnitt)$/.test(word));

export const countsThings = (column: Column): boolean =>
  addsUp(column) && conceptsOf(column).some(({ counts }) => counts);

export const lessIsBetter = (column: Column): boolean => conceptsOf(column).some((concept) => concept.lessIsBetter);
