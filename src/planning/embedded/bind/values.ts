import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { wordsOf } from "../rank/likeness.ts";
import { stem } from "../rank/stem.ts";

/** What words say for ports that take numbers, yes or no, or one of some values, by port. */
export type SaidValues = ReadonlyMap<string, string | number | boolean>;

/** A number as it stands in the words, in digits. */
interface SaidNumber {
  readonly value: number;
  /** What words beside it count for a port that they name, by their stems: "count 3", "3 links". */
  readonly beside: ReadonlyMap<string, number>;
}

/** Not within a word or a name, such as "base64" or "gpt-4". */
const NUMBERS = /(?<![\p{L}\p{N}_.-])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}_-]|\.\d)/gu;
/** Numbers that a request says at once; no tool takes more. */
const MAX_NUMBERS = 32;
/** The word behind a number tells most of what it counts, then the one before it. */
const BEHIND = [4, 1] as const;
const BEFORE = [3, 2] as const;

/**
 * Reads the values that words say. Each number goes to the port that words beside it name, and the others to the ports
 * that are left in the order of both: "add 5 and 7" is a and b. What is not said is left out.
 */
export function readValues({ inputs }: TaskType, words: string): SaidValues {
  const said = new Map<string, string | number | boolean>();
  for (const { name, takes } of inputs) {
    if (takes === undefined || takes.as === "number") continue;
    const value = takes.as === "choice" ? choiceIn(takes.of, words) : answerIn(name, words);
    if (value !== null) said.set(name, value);
  }
  const ports = inputs
    .filter(({ takes }) => takes?.as === "number")
    .toSorted((a, b) => Number(b.required) - Number(a.required));
  const numbers = numbersIn(words);
  const pairs = ports.flatMap((port) =>
    numbers.map((number) => ({ port, number, score: scoreOf(port, number, ports) })),
  );
  const taken = new Set<SaidNumber>();
  for (const { port, number } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (said.has(port.name) || taken.has(number) || !fits(number, port)) continue;
    said.set(port.name, number.value);
    taken.add(number);
  }
  return said;
}

const fits = ({ value }: SaidNumber, { takes }: Port): boolean =>
  takes?.as === "number" && (!takes.isWhole || Number.isSafeInteger(value));

/** How much the words beside a number speak for a port, by those that name no other. */
function scoreOf(port: Port, { beside }: SaidNumber, ports: readonly Port[]): number {
  const others = ports.filter((other) => other !== port).map(namesOf);
  const own = [...namesOf(port)].filter((name) => others.every((names) => !names.has(name)));
  return own.reduce((sum, name) => sum + (beside.get(name) ?? 0), 0);
}

const namesOf = ({ name, description }: Port): ReadonlySet<string> =>
  new Set(wordsOf(`${name} ${description}`).map(stem));

function numbersIn(words: string): readonly SaidNumber[] {
  return [...words.matchAll(NUMBERS)].slice(0, MAX_NUMBERS).map(({ 0: written, index }) => {
    const before = piecesOf(words.slice(0, index)).toReversed();
    const behind = piecesOf(words.slice(index + written.length));
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
    return { value: Number(written.replaceAll(",", "")), beside };
  });
}

const piecesOf = (words: string): readonly string[] => words.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** The value that is said, the longest of several: "New York" for "york". */
function choiceIn(values: readonly (string | number)[], words: string): string | number | null {
  const said = ` ${spaced(words)} `;
  const found = values.filter((value) => spaced(String(value)) !== "" && said.includes(` ${spaced(String(value))} `));
  return found.toSorted((a, b) => String(b).length - String(a).length)[0] ?? null;
}

const spaced = (words: string): string =>
  words
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.+-]+|[-.](?=\s|$)/gu, " ")
    .trim();

const NO = /\b(?:no|not|don't|without|skip|leave out|false|off)\b[^.;,]*$/i;

/** True where all words of the port's name are said, false where they are denied; null where they are not. */
function answerIn(name: string, words: string): boolean | null {
  const wanted = name.split("-").map(stem);
  const pieces = [...words.matchAll(/[\p{L}\p{N}']+/gu)];
  const places = wanted.map((one) => pieces.find(([piece]) => stem(piece.toLowerCase()) === one)?.index ?? -1);
  if (places.some((at) => at < 0)) return null;
  return !NO.test(words.slice(0, Math.max(...places)));
}
