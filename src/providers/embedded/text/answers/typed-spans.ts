import type { WordVectors } from "../../../../words/vectors.ts";
import { capitalRuns } from "../entities/capitals.ts";
import type { Entity } from "../entities/entity.ts";
import { findEntities } from "../entities/find-entities.ts";
import type { Question } from "./question.ts";
import { type AnswerSpan, NUMBER_SOURCE, valuesOf } from "./values.ts";

const AGE = new RegExp(
  `\\b(?:age of|aged|age) (?<after>${NUMBER_SOURCE})|(?<before>${NUMBER_SOURCE})[ -]years?[ -]old`,
  "giu",
);
/** "Three to five years". */
const RANGE = new RegExp(`^ ?(?:to|or|-|–) ?${NUMBER_SOURCE}(?=[ -])`, "i");
/** What goes from one time or amount to another: there the second holds now. */
export const CHANGE =
  /\b(?:mov|chang|postpon|shift|reschedul|delay|extend|ris|rais|fall|increas|decreas|dropp?|cut)(?:e|es|ed|ing|s)?\b|\b(?:brought forward|put back|rose|fell)\b/i;

/** The spans of a sentence that are of the type a question asks for; offsets in the sentence. */
export function typedSpans(text: string, question: Question, vectors: WordVectors): AnswerSpan[] {
  switch (question.type) {
    case "party":
      return joined(text, [...named(text, ["PER", "ORG"]), ...unknownNames(text, vectors)], question);
    case "organization":
      return named(text, ["ORG"]);
    case "place":
      return [
        ...named(text, ["LOC"]),
        ...named(text, ["ORG"]).filter((span) => /\b(?:at|in) (?:the )?$/.test(text.slice(0, span.start))),
      ];
    case "date":
      return withTimes(text, ranges(text, valuesOf("date", text)), question);
    case "quantity":
      return question.amount
        ? [...quantities(text, question.units), ...valuesOf("money", text)]
        : quantities(text, question.units);
    case "age":
      return ages(text);
    case "number": {
      const taken = [...valuesOf("date", text), ...valuesOf("money", text)];
      return valuesOf("number", text).filter((span) =>
        taken.every((other) => span.end <= other.start || span.start >= other.end),
      );
    }
    case "any":
    case "reason":
      return [];
    default:
      return valuesOf(question.type, text);
  }
}

const named = (text: string, types: readonly Entity["type"][]): AnswerSpan[] =>
  findEntities(text)
    .filter((entity) => types.includes(entity.type))
    .map(({ start, end }) => ({ start, end }));

/** "The Scottish physician Alexander Fleming": the name comes within so many characters. */
const TITLE_CHARS = 40;

/** Capitalised words that are no words of English, and any where a name must stand: "served by Aoife". */
function unknownNames(text: string, vectors: WordVectors): AnswerSpan[] {
  const known = findEntities(text);
  return capitalRuns(text)
    .filter(
      (run) =>
        /\bby (?:the )?$/.test(text.slice(0, run.start)) ||
        run.words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word.text) && !vectors.has(word.text.toLowerCase())),
    )
    .map(({ start, end, words }) => {
      const of = words.findIndex((word) => word.text === "of");
      return { start, end: words[of - 1]?.end ?? end };
    })
    .filter((run) => known.every((entity) => run.end <= entity.start || run.start >= entity.end))
    .filter(
      (run) =>
        !known.some(
          (entity) => entity.type === "PER" && entity.start > run.end && entity.start - run.end < TITLE_CHARS,
        ),
    );
}

const BETWEEN = /^(?:,|,? and|,? or| &)\s$/;
/** Of several who are asked for, each may be explained: "Hill Ltd (“the Seller”) and Ann Bo". */
const BETWEEN_EXPLAINED = /^(?:\s\([^()]{1,40}\))?(?:,|,?\sand|,?\sor|\s&)\s$/;

/** "Joseph Strauss, Irving Morrow and Charles Ellis" is one answer. */
function joined(text: string, spans: readonly AnswerSpan[], { lower }: Question): AnswerSpan[] {
  const between = /\b(?:are|were)\b/.test(lower) ? BETWEEN_EXPLAINED : BETWEEN;
  const lists: AnswerSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = lists.at(-1);
    const goesOn = last !== undefined && between.test(text.slice(last.end, span.start));
    if (last !== undefined && goesOn) lists[lists.length - 1] = { start: last.start, end: span.end };
    else lists.push(span);
  }
  return lists;
}

/** "From 1887 to 1889" is one time. */
function ranges(text: string, dates: readonly AnswerSpan[]): AnswerSpan[] {
  if (CHANGE.test(text)) return [...dates];
  const found: AnswerSpan[] = [];
  for (const date of dates) {
    const last = found.at(-1);
    const goesOn =
      last !== undefined &&
      /^ ?(?:to|and|until|till|–|-) ?$/.test(text.slice(last.end, date.start)) &&
      /\b(?:from|between) $/i.test(text.slice(0, last.start));
    if (last !== undefined && goesOn) found[found.length - 1] = { start: last.start, end: date.end };
    else found.push(date);
  }
  return found;
}

/** "When" is not only on which day: "14 May 2026, at 10:30 a.m.". */
function withTimes(text: string, dates: readonly AnswerSpan[], { lower }: Question): AnswerSpan[] {
  if (!/^when\b/.test(lower)) return [...dates];
  const times = valuesOf("time", text);
  return dates.map(({ start, end }) => {
    const time = times.find((other) => other.start > end && /^,?\s(?:at\s)?$/.test(text.slice(end, other.start)));
    return { start, end: time?.end ?? end };
  });
}

/** Numbers with one of the units; "three to five years" is one. */
function quantities(text: string, units: RegExp | null): AnswerSpan[] {
  return valuesOf("number", text).flatMap((number) => {
    const end = number.end + (RANGE.exec(text.slice(number.end))?.[0].length ?? 0);
    const unit = units?.exec(text.slice(end)) ?? null;
    return unit === null ? [] : [{ start: number.start, end: end + unit[0].length }];
  });
}

const ages = (text: string): AnswerSpan[] =>
  [...text.matchAll(AGE)].map((match) => {
    const number = match.groups?.after ?? match.groups?.before ?? match[0];
    const start = match.index + match[0].indexOf(number);
    return { start, end: start + number.length };
  });
