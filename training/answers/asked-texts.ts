import { readFile } from "node:fs/promises";
import { DOCUMENTS } from "../../test/fixtures/text/documents.ts";
import * as questions from "../../test/fixtures/text/questions.ts";

/** A text with what people ask about it; `answers` is null where it does not say. */
export interface AskedText {
  readonly set: string;
  readonly text: string;
  readonly questions: readonly { readonly question: string; readonly answers: readonly string[] | null }[];
}

/** All texts with questions that may be learnt from: not `papers/test.jsonl`, which is to measure on. */
export async function askedTexts(): Promise<AskedText[]> {
  const files = ["papers/development", "asked/development", "asked/unseen", "asked/last"];
  const fromFiles = await Promise.all(files.map(fromFile));
  const { DEVELOPMENT, HELD_OUT, UNSEEN, LAST } = questions;
  const byDocument = Map.groupBy([...DEVELOPMENT, ...HELD_OUT, ...UNSEEN, ...LAST], ({ document }) => document);
  const fromDocuments = [...byDocument].map(([document, items]) => ({
    set: "documents",
    text: DOCUMENTS[document],
    questions: items.map(({ question, answers }) => ({ question, answers })),
  }));
  return [...fromFiles.flat(), ...fromDocuments];
}

async function fromFile(set: string): Promise<AskedText[]> {
  const lines = await readFile(new URL(`../../test/fixtures/text/${set}.jsonl`, import.meta.url), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => ({ set, ...(JSON.parse(line) as Omit<AskedText, "set">) }));
}

/** Of what nearly every paper says, whoever asks. */
const OF_ANY_PAPER =
  /invoice|pay|sent|sender|total|date|due|letter|address|mail|phone|number|from|wrote|who is the|how much is it/i;
const QUESTIONS_ELSEWHERE = 4;

/** Questions to other texts of the set, which this one does not answer. */
export function elsewhere(texts: readonly AskedText[], at: number): string[] {
  const own = texts[at];
  const others = texts
    .filter((text) => text.set === own?.set && text !== own)
    .flatMap((text) => text.questions.filter(({ answers }) => answers !== null))
    .map(({ question }) => question)
    .filter(
      (question) => !OF_ANY_PAPER.test(question) && question.split(" ").filter((word) => word.length > 3).length >= 3,
    );
  const step = Math.max(1, Math.floor(others.length / QUESTIONS_ELSEWHERE));
  return others.filter((_, place) => (place + at) % step === 0).slice(0, QUESTIONS_ELSEWHERE);
}
