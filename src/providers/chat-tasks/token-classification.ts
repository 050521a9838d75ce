import * as z from "zod";
import { isRecord } from "../../domain/json.ts";
import { textTask } from "./chat-task.ts";
import { type FoldedSpan, foldText } from "./folded-text.ts";
import { jsonIn, listOf, objectOf, Phrase, readList, STRING } from "./read-answer.ts";

/** Different names; a text that fits a model's context has fewer. */
const MAX_NAMES = 500;
const MAX_MENTIONS = 5_000;
const MAX_NAME_CHARS = 300;
const MAX_TYPE_CHARS = 40;

/** The types asked for, each with the heading of its list. */
const HEADINGS: Readonly<Record<string, string>> = {
  PER: "People",
  ORG: "Organizations",
  LOC: "Places",
  DATE: "Dates",
  MONEY: "Amounts",
  EMAIL: "E-mail addresses",
};

/** The names that models use in place of the types asked for. */
const TYPES: Readonly<Record<string, string>> = {
  PERSON: "PER",
  PEOPLE: "PER",
  NAME: "PER",
  ORGANIZATION: "ORG",
  ORGANISATION: "ORG",
  COMPANY: "ORG",
  LOCATION: "LOC",
  PLACE: "LOC",
  GPE: "LOC",
  AMOUNT: "MONEY",
};

interface Named {
  readonly type: string;
  readonly text: string;
}

const Entity = z.object({
  type: Phrase.refine((type) => type !== "" && type.length <= MAX_TYPE_CHARS)
    .transform((type) => type.toUpperCase())
    .transform((type) => TYPES[type] ?? type),
  text: Phrase.refine((text) => text !== "" && text.length <= MAX_NAME_CHARS),
});

const ByType = z.record(z.string(), z.array(z.string()));

export const tokenClassification = textTask(async (texts) => {
  const text = await texts.one("text");
  return {
    rules: `Find every name of a person (PER), organization (ORG) or place (LOC), and every date (DATE), amount of money (MONEY) and e-mail address (EMAIL) in "text". Answer with one JSON object and nothing else: {"entities": [{"type": "PER", "text": "…"}, …]}, each "text" word for word as it stands there, each but once.`,
    material: { text },
    schema: objectOf({ entities: listOf(objectOf({ type: STRING, text: STRING })) }),
    read: (words) => {
      const named = namesIn(words);
      const mentions = mentionsOf(named, text);
      const missing = named.length - new Set(mentions.map(({ named: one }) => one)).size;
      const entities = mentions.map(({ named: { type }, start, end }) => ({
        type,
        text: text.slice(start, end),
        start,
        end,
      }));
      return {
        outputs: { entities: { as: "data", data: entities }, text: { as: "text", text: inWords(entities) } },
        ...(missing === 0
          ? {}
          : { notes: [`Left out, as the text does not hold them as such: ${missing} of the names found.`] }),
      };
    },
  };
});

/** The names in an answer, each but once; `{"PER": ["Anna"], …}` is another way to list them. */
function namesIn(words: string): readonly Named[] {
  const json = jsonIn(words);
  const byType = isRecord(json) ? ByType.safeParse(json.entities ?? json) : null;
  const listed = byType?.success
    ? Object.entries(byType.data).flatMap(([type, texts]) => texts.map((text) => ({ type, text })))
    : json;
  const named = readList(listed, "entities", Entity, MAX_NAMES);
  return [...new Map(named.map((one) => [one.text, one])).values()];
}

/** Wherever the names stand in the text, in its order; of two that overlap, the longer one. */
function mentionsOf(named: readonly Named[], text: string): readonly (FoldedSpan & { readonly named: Named })[] {
  const folded = foldText(text, { ignoreCase: false });
  const isTaken = new Uint8Array(text.length);
  const mentions: (FoldedSpan & { readonly named: Named })[] = [];
  let looks = 0;
  for (const one of named.toSorted((left, right) => right.text.length - left.text.length)) {
    let span = folded.find(one.text);
    for (; span && looks < MAX_MENTIONS; looks++) {
      if (isTaken[span.start] === 0 && isTaken[span.end - 1] === 0) {
        isTaken.fill(1, span.start, span.end);
        mentions.push({ ...span, named: one });
      }
      span = folded.find(one.text, span.end);
    }
  }
  return mentions.sort((one, other) => one.start - other.start);
}

/** One line for each type that occurs, each name once. */
function inWords(entities: readonly Named[]): string {
  const types = new Set([...Object.keys(HEADINGS), ...entities.map(({ type }) => type)]);
  const lines = [...types].flatMap((type) => {
    const names = new Set(
      entities.filter((entity) => entity.type === type).map(({ text }) => text.replaceAll(/\s+/g, " ")),
    );
    return names.size === 0 ? [] : [`${HEADINGS[type] ?? type}: ${[...names].join("; ")}`];
  });
  return lines.length === 0 ? "No names, dates or amounts were found in the text." : lines.join("\n");
}
