import { MAX_TOLD_ROWS, titleOf } from "../../domain/answer-form.ts";
import { isRecord, type JsonObject, type JsonValue } from "../../domain/json.ts";
import { wordFor } from "../../domain/run/result-names.ts";
import { COCO_NAMES } from "../../words/things/coco.ts";
import { type ResultThat, resultsThat } from "../headline/told.ts";
import { labelledEntries, type TaskResult } from "../results.ts";
import { askedName, plain } from "./names.ts";

/** What a result has for a schema, under the names by which that may ask for it, in plain words. */
export type Offer = {
  /** What only this is called. */
  readonly own: readonly string[];
  /** What others may be called as well: asked where nothing has the name for its own. */
  readonly also: readonly string[];
} & ({ readonly value: JsonValue } | { readonly count: number });

/** What any list may be called. */
const LIST = ["item", "result", "entry"] as const;
/** What the number of things is asked for as where nothing says of what; see `countedBy`. */
export const ANY_LIST = LIST[0];
const SCORE = ["score", "confidence", "probability"] as const;

/** What the fields of a thing are called elsewhere. */
const OTHERWISE: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["label", ["name", "class", "category", "type"]],
  ["score", SCORE],
  ["box", ["bbox", "bounding box"]],
  ["text", ["name", "value", "sentence"]],
  ["type", ["label", "kind", "category"]],
  ["sentence", ["text", "quote"]],
  ["xmin", ["x min", "x1", "left"]],
  ["ymin", ["y min", "y1", "top"]],
  ["xmax", ["x max", "x2", "right"]],
  ["ymax", ["y max", "y2", "bottom"]],
]);

/** What types of entities are called, by the codes that models give them. */
const ENTITY_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["PER", ["person"]],
  ["ORG", ["organization", "organisation", "company"]],
  ["LOC", ["place", "location"]],
  ["DATE", ["date"]],
  ["MONEY", ["amount"]],
  ["EMAIL", ["email", "e mail", "email address"]],
]);

/** The fields of an object. */
export const fieldsOf = (value: JsonObject): readonly Offer[] =>
  Object.entries(value).map(([name, field]) => ({
    own: [plain(name)],
    also: OTHERWISE.get(plain(name)) ?? [],
    value: field,
  }));

/** How the results of a run stand to each other. */
interface Standing {
  /** The tasks of whose results only the beginning is at hand. */
  readonly partial: ReadonlySet<number>;
  /** The tasks whose results others were made from. */
  readonly used: ReadonlySet<number>;
  /** False where a task gave nothing, so that no number over several results is sure. */
  readonly isAll: boolean;
  /** The tasks that looked for all kinds of COCO, and no others. */
  readonly ofCoco: ReadonlySet<number>;
}

/** What the last results of a run are called, and none that they were made from. */
const LAST: ReadonlySet<string> = new Set(["answer", "result", "output", "content", "data", "value", ...LIST]);

/** All that the results of a run offer. */
export function offersOf(results: readonly TaskResult[], { partial, used, isAll, ofCoco }: Standing): readonly Offer[] {
  const whole = results.filter(({ task }) => !partial.has(task));
  const pictures = resultsThat(whole, "objects");
  const areCounted = pictures.length === 1 || (isAll && whole.length === results.length);
  const files = results.flatMap((result) => result.files);
  return [
    ...whole.flatMap((result) => {
      const offers = offersOfOne(result);
      if (!used.has(result.task)) return offers;
      return offers.map((offer) => ({ ...offer, also: offer.also.filter((name) => !LAST.has(name)) }));
    }),
    ...(areCounted ? thingOffers(pictures, ofCoco) : []),
    ...(files.length > 0 ? [{ own: ["file"], also: [], value: files }] : []),
  ];
}

function offersOfOne(result: TaskResult): readonly Offer[] {
  const own = [...new Set([wordFor(result.type), titleOf(result.type)].map(plain))];
  switch (result.is) {
    case "answer":
      return answerOffers(result);
    case "labels":
      return labelOffers(result, own);
    case "similarities":
      return [
        {
          own,
          also: ["sentence", "score", ...LIST],
          value: result.sentences.map(({ sentence, score }) => ({ sentence, score })),
        },
      ];
    case "entities":
      return [
        ...listOffers(result.entities, [...own, "entity"], LIST),
        ...[...Map.groupBy(result.entities, ({ type }) => type)].flatMap(([type, of]) =>
          listOffers([...new Set(of.map(({ text }) => text))], ENTITY_TYPES.get(type) ?? [plain(type)]),
        ),
      ];
    case "text":
      return [{ own, also: ["text", "result", "output", "content", "answer"], value: result.text }];
    case "data": {
      const fields = isObject(result.data) ? fieldsOf(result.data) : [];
      return [{ own, also: ["data", ...LIST], value: result.data }, ...fields.map((field) => ({ ...field, also: [] }))];
    }
    case "objects":
    case "file":
      return [];
  }
}

const isObject = (value: JsonValue): value is JsonObject => isRecord(value);

/** A list and how long it is. */
const listOffers = (
  list: readonly JsonValue[],
  own: readonly string[],
  also: readonly string[] = [],
): readonly Offer[] => [
  { own, also, value: list },
  { own, also, count: list.length },
];

/**
 * The things in pictures, and how many there are of each kind: of several pictures the numbers alone, which are all in
 * all. Of what more was seen less surely there is no number, and none of what was not looked for.
 */
function thingOffers(pictures: readonly ResultThat<"objects">[], ofCoco: ReadonlySet<number>): readonly Offer[] {
  if (pictures.length === 0) return [];
  const things = pictures.flatMap(({ objects }) => objects);
  const kinds = [...Map.groupBy(things, ({ label }) => label)];
  const offers = (of: typeof things, own: readonly string[], also: readonly string[] = []): readonly Offer[] => [
    ...(pictures.length === 1
      ? [{ own, also, value: of.map(({ label, score, box }) => ({ label, score, box })) }]
      : []),
    ...(isSure(of) ? [{ own, also, count: of.length }] : []),
  ];
  const found = new Set(kinds.map(([label]) => label));
  const missed = pictures.every(({ task }) => ofCoco.has(task)) ? COCO_NAMES.filter((name) => !found.has(name)) : [];
  const counts = Object.fromEntries(kinds.map(([label, of]) => [label, of.length]));
  return [
    ...offers(things, ["object"], ["detection", "thing", ...LIST]),
    ...kinds.flatMap(([label, of]) => offers(of, [plain(label)])),
    ...(isSure(things) ? [{ own: ["count"], also: [], value: counts }] : []),
    ...missed.map((label) => ({ own: [label], also: [], count: 0 })),
  ];
}

/** False where more were seen less surely, which are not listed. */
const isSure = (things: ResultThat<"objects">["objects"]): boolean => things.every(({ fainter = 0 }) => fainter === 0);

/** An answer, with what stands beside it; of a table its rows and columns, where it tells all of them. */
function answerOffers({ question, answer, score, sentence, span, table }: ResultThat<"answer">): readonly Offer[] {
  const name = askedName(question);
  const own = name === null ? [] : [name];
  const { columns, rows } = table && table.rows.length < MAX_TOLD_ROWS ? table : { columns: [], rows: [] };
  const records = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
  return [
    { own, also: ["answer", "result", "value"], value: answer },
    { own: [], also: SCORE, value: score },
    { own: [], also: ["question"], value: question },
    { own: [], also: ["sentence", "quote", "evidence"], value: sentence },
    { own: [], also: ["span"], value: span },
    ...(records.length > 0
      ? [{ own, also: [], value: records }, ...listOffers(records, [], ["row", "table", ...LIST])]
      : []),
    ...columns.map((column, at) => ({ own: [plain(column)], also: [], value: rows.map((row) => row[at] ?? null) })),
  ];
}

/** The best label with its score, and all of them; of a text that was labelled entry by entry, the entries of each label. */
function labelOffers(result: ResultThat<"labels">, own: readonly string[]): readonly Offer[] {
  const entries = labelledEntries(result);
  if (entries) {
    const shown = entries.map(({ text, label, score, title }) => ({
      ...{ text, label, score },
      ...(title === undefined ? {} : { title }),
    }));
    return [
      ...listOffers(shown, own, LIST),
      { own, also: ["label"], value: entries.map(({ label }) => label) },
      ...[...Map.groupBy(shown, ({ label }) => label)].flatMap(([label, of]) => [
        ...listOffers(of, [plain(label)]),
        { own: [plain(label)], also: [], value: of.map(({ text }) => text) },
      ]),
    ];
  }
  const [best] = result.labels;
  if (!best) return [];
  const labels = result.labels.map(({ label, score }) => ({ label, score }));
  return [
    { own, also: ["label", "category", "class", "result", "answer"], value: best.label },
    { own: [], also: SCORE, value: best.score },
    { own: [], also: ["label", "score", ...LIST], value: labels },
    { own: [], also: ["score"], value: Object.fromEntries(labels.map(({ label, score }) => [label, score])) },
    ...labels.map(({ label, score }) => ({ own: [plain(label)], also: [], value: score })),
  ];
}
