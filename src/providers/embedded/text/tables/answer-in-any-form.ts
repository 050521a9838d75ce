import type { WordSenses } from "../../../../words/senses.ts";
import type { WordVectors } from "../../../../words/vectors.ts";
import { answerTable, type TableAnswer } from "./answer-table.ts";
import { longForm } from "./long-form.ts";
import type { Table } from "./read-table.ts";
import { withSpelling } from "./spelling.ts";
import { words } from "./words.ts";

/** An answer, and the table that it is of: as it was given, or with its days as rows. */
export interface AnsweredTable {
  readonly table: Table;
  readonly answer: TableAnswer | null;
}

/** "The third lesson": the row that "Lesson" numbers so. */
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const ORDINAL = new RegExp(String.raw`\b(?:the )?(?:(${ORDINALS.join("|")})|(\d{1,3})(?:st|nd|rd|th)) (\p{L}+)`, "giu");

/** A question in which what a column numbers is called by its number: "in the third lesson" → "in lesson 3". */
function withPlaces(question: string, { columns }: Table): string {
  const names = new Set(columns.flatMap((name) => (words(name).length === 1 ? words(name) : [])));
  return question.replace(ORDINAL, (said, word: string | undefined, figure: string | undefined, noun: string) =>
    words(noun).some((one) => names.has(one))
      ? `${noun} ${figure ?? ORDINALS.indexOf((word ?? "").toLowerCase()) + 1}`
      : said,
  );
}

/** What somebody wants an answer for: a clause of its own, and no limit as "for the flyer" may be. */
const PURPOSE = /,? (?:so (?:that )?|because |as )(?:i|we) .*$/i;

/** Whose the things of a table are, behind a noun: "the cheapest thing we sell", and not "how many do we sell". */
const OWNED =
  /(?<=\p{L})(?<!\b(?:do|did|does|can|could|will|would|have|had|should|must|may|what|who|which)) (?:that |which )?(?:we|you|they|i) (have|had|got|sell|offer|stock|keep|own|run|do)(?= ?[?.!]*$)/iu;

/** A question without clauses that limit nothing; what a column tells of does ("that we stock", beside "In stock"). */
export function withoutIdleClauses(question: string, { columns }: Pick<Table, "columns">): string {
  const asked = question.replace(PURPOSE, "");
  const [owned, verb = ""] = OWNED.exec(asked) ?? [];
  const isTold = columns.some((name) => words(name).includes(verb.toLowerCase()));
  return owned === undefined || isTold ? asked : asked.replace(OWNED, "");
}

/** A table in the forms in which it may be asked, the likelier first, each with the question in its words. */
export const askedForms = (given: Table, question: string): { readonly table: Table; readonly asked: string }[] =>
  [longForm(given), given]
    .filter((table) => table !== null)
    .map((table) => ({ table, asked: withPlaces(withoutIdleClauses(question, given), table) }));

/**
 * Answers a question from a table: of a rota or timetable by its days, else as it stands. The first answer that is sure;
 * none of them being sure, the first.
 * @param isOfSeries whether it asks for a figure for each of several things
 */
export function answerInAnyForm(
  given: Table,
  question: string,
  vectors: WordVectors,
  senses: WordSenses,
  isOfSeries = false,
): AnsweredTable {
  let first: AnsweredTable | null = null;
  const spelled = withSpelling(question, given, (word) => vectors.has(word));
  for (const { table, asked } of askedForms(given, spelled)) {
    const answered = { table, answer: answerTable(table, asked, vectors, senses, isOfSeries) };
    if (answered.answer?.isSure) return answered;
    first ??= answered;
  }
  return first ?? { table: given, answer: null };
}
