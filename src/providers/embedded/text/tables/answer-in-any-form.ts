import type { WordSenses } from "../../../../words/senses.ts";
import type { WordVectors } from "../../../../words/vectors.ts";
import { answerTable, type TableAnswer } from "./answer-table.ts";
import { withoutIdleWords, withoutOwner } from "./idle-words.ts";
import { longForm } from "./long-form.ts";
import type { Table } from "./read-table.ts";
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

/** So often words that tell nothing are taken from a question. */
const MAX_IDLE = 3;

/**
 * Answers a question from a table: of a rota or timetable by its days, else as it stands, and without words that limit nothing.
 * The first answer that is sure; none of them being sure, the first.
 * @param isOfSeries whether it asks for a figure for each of several things
 */
export function answerInAnyForm(
  given: Table,
  question: string,
  vectors: WordVectors,
  senses: WordSenses,
  isOfSeries = false,
): AnsweredTable {
  const forms = [longForm(given), given].filter((table) => table !== null);
  let first: AnsweredTable | null = null;
  for (const table of forms) {
    let asked: string | null = withPlaces(withoutOwner(question), table);
    for (let tries = 0; asked !== null && tries <= MAX_IDLE; tries++) {
      const answer = answerTable(table, asked, vectors, senses, isOfSeries);
      const answered = { table, answer };
      if (answer?.isSure) return answered;
      first ??= answered;
      asked = withoutIdleWords(asked, answer?.missed ?? []);
    }
  }
  return first ?? { table: given, answer: null };
}
