import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { wordsOf } from "../rank/likeness.ts";
import { stem } from "../rank/stem.ts";

/** What words say for ports that take numbers, yes or no, one of some values, or places, by port. */
export type SaidValues = ReadonlyMap<string, string | number | boolean | readonly string[]>;

/** A value as it stands in the words. */
interface PlacedValue {
  readonly value: string | number;
  readonly at: number;
  readonly end: number;
  /** What words beside it count for a port that they name, by their stems: "count 3", "3 links". */
  readonly beside: ReadonlyMap<string, number>;
}

/** Who says values says them in a few sentences; the rest is text that was pasted. */
const MAX_READ_CHARS = 10_000;
/** Not within a word or a name, such as "base64", "gpt-4" or "5,000ms". */
const NUMBERS = /(?<![\p{L}\p{N}_.-])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_-]|\.\d|,\d{3}(?!\d))/gu;
/** Values of one port, or numbers, that a request says at once; no tool takes more. */
const MAX_PLACES = 32;
/** The word behind a value tells most of what it counts, then the one before it. */
const BEHIND = [4, 1] as const;
const BEFORE = [3, 2] as const;
/** Two long words. */
const BESIDE_CHARS = 100;

/**
 * Reads the values that words say. Each goes to one port: to that which words beside it name, and the others to the ports
 * that are left in the order of both: "add 5 and 7" is a and b. What is not said is left out.
 * @param places what stands in the words for things elsewhere, in their order: names of files, addresses, quotations
 */
export function readValues({ inputs }: TaskType, text: string, places: readonly string[] = []): SaidValues {
  const words = text.slice(0, MAX_READ_CHARS);
  const said = new Map<string, string | number | boolean | readonly string[]>();
  const ports = inputs
    .filter(({ takes }) => takes?.as === "number" || takes?.as === "choice")
    .toSorted((a, b) => Number(b.required) - Number(a.required));
  const numbers = ports.length > 0 ? numbersIn(words) : [];
  const pairs = ports.flatMap((port) =>
    valuesFor(port, numbers, words).map((place) => ({ port, place, score: scoreOf(port, place, ports) })),
  );
  const taken: PlacedValue[] = [];
  for (const { port, place } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (said.has(port.name) || taken.some(({ at, end }) => at < place.end && place.at < end)) continue;
    said.set(port.name, place.value);
    taken.push(place);
  }
  for (const { name, takes } of inputs) {
    const answer = takes?.as === "boolean" ? answerIn(name, words) : null;
    if (answer !== null) said.set(name, answer);
  }
  const placed = inputs.filter(({ takes }) => takes?.as === "place");
  const found = placed.length > 0 ? [...pathsIn(words).map(({ text: path }) => path), ...places] : [];
  for (const [at, { name, takes }] of placed.entries()) {
    const [place, ...more] = found.slice(at);
    if (place !== undefined) said.set(name, takes?.as === "place" && takes.isList ? [place, ...more] : place);
  }
  return said;
}

/** A path that ends in no type of file: "/srv/data", "~/notes", "./reports/2026". */
const PATHS = /(?<=^|[\s"'(])(?:~|\.{1,2})?\/[^\s"'<>|*?]*[^\s"'<>|*?.,;:!)]/gu;

export const pathsIn = (words: string): readonly { readonly text: string; readonly at: number }[] =>
  [...words.matchAll(PATHS)].slice(0, MAX_PLACES).map(({ 0: text, index }) => ({ text, at: index }));

/** What is said that a port takes, in the order of the words. */
function valuesFor({ takes }: Port, numbers: readonly PlacedValue[], words: string): readonly PlacedValue[] {
  if (takes?.as === "choice") return choicesIn(takes.of, numbers, words);
  return numbers.filter(({ value }) => takes?.as === "number" && (!takes.isWhole || Number.isSafeInteger(value)));
}

/** How much the words beside a value speak for a port, by those that name no other. */
function scoreOf(port: Port, { beside }: PlacedValue, ports: readonly Port[]): number {
  const others = ports.filter((other) => other !== port).map(namesOf);
  const own = [...namesOf(port)].filter((name) => others.every((names) => !names.has(name)));
  return own.reduce((sum, name) => sum + (beside.get(name) ?? 0), 0);
}

/** The words that name a port, by their stems. */
export const namesOf = ({ name, description }: Port): ReadonlySet<string> =>
  new Set(wordsOf(`${name} ${description}`).map(stem));

const numbersIn = (words: string): readonly PlacedValue[] =>
  [...words.matchAll(NUMBERS)].slice(0, MAX_PLACES).flatMap(({ 0: written, index }) => {
    const value = Number(written.replaceAll(",", ""));
    return Number.isFinite(value) ? [placed(value, words, index, index + written.length)] : [];
  });

/** The values that are said and not denied; of one within another, such as "white" in "warm white", the longer. */
function choicesIn(
  values: readonly (string | number)[],
  numbers: readonly PlacedValue[],
  words: string,
): readonly PlacedValue[] {
  const texts = values.filter((value) => typeof value === "string");
  const found = [
    ...numbers.filter(({ value }) => values.includes(value)),
    ...texts.flatMap((text) => find(text, words)),
  ];
  return found
    .filter(({ at, end }) => !isDenied(words, at) && !found.some((other) => isWithin({ at, end }, other)))
    .toSorted((a, b) => a.at - b.at);
}

/** Where a value stands, as one writes it: "navy blue" for "navyBlue". */
function find(value: string, words: string): readonly PlacedValue[] {
  const parts = value.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").match(/[\p{L}\p{N}.+]+/gu) ?? [];
  if (parts.length === 0) return [];
  const inWords = parts.map((part) => RegExp.escape(part)).join("[^\\p{L}\\p{N}.+]*");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${inWords}(?![\\p{L}\\p{N}]|\\.\\d)`, "giu");
  return [...words.matchAll(pattern)]
    .slice(0, MAX_PLACES)
    .map(({ 0: written, index }) => placed(value, words, index, index + written.length));
}

type Span = Pick<PlacedValue, "at" | "end">;
const isWithin = (one: Span, other: Span): boolean =>
  other.at <= one.at && one.end <= other.end && other.end - other.at > one.end - one.at;

function placed(value: string | number, words: string, at: number, end: number): PlacedValue {
  const before = piecesOf(words.slice(Math.max(0, at - BESIDE_CHARS), at)).toReversed();
  const behind = piecesOf(words.slice(end, end + BESIDE_CHARS));
  const beside = new Map<string, number>();
  for (const [pieces, weights] of [
    [behind, BEHIND],
    [before, BEFORE],
  ] as const) {
    for (const [place, weight] of weights.entries()) {
      const piece = pieces[place];
      // What stands beyond another number is that one's.
      if (piece === undefined || /^\d/.test(piece)) break;
      beside.set(stem(piece), Math.max(weight, beside.get(stem(piece)) ?? 0));
    }
  }
  return { value, at, end, beside };
}

const piecesOf = (words: string): readonly string[] => words.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

const NO = /\b(?:no|not|don't|without|skip|leave out|false|off)\b/i;

/** Whether what stands there is said not to be wanted, before it in its part of the sentence. */
const isDenied = (words: string, at: number): boolean => NO.test(words.slice(0, at).split(/[.;,]/).at(-1) ?? "");

/** True where all words of the port's name are said, false where they are denied; null where they are not. */
function answerIn(name: string, words: string): boolean | null {
  const wanted = name.split("-").map(stem);
  const pieces = [...words.matchAll(/[\p{L}\p{N}']+/gu)];
  const places = wanted.map((one) => pieces.find(([piece]) => stem(piece.toLowerCase()) === one)?.index ?? -1);
  if (places.some((at) => at < 0)) return null;
  return !isDenied(words, Math.max(...places));
}
