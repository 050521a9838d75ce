import { withFigures } from "../quantities.ts";
import { type Adjective, adjectives } from "./meaning.ts";
import { range } from "./mentions.ts";
import type { Token } from "./words.ts";

/** Words that reckon rather than name. */
const SUM = /^(?:total|sum|altogether|combined|overall)$/;
const AVERAGE = /^(?:average|avg|mean)$/;
const PER = /^(?:per|by|each|every)$/;
const MOST = /^(?:most|highest|greatest|maximum|maximal|max|top|largest|biggest)$/;
const LEAST = /^(?:least|lowest|fewest|minimum|minimal|min|smallest)$/;
const OF_NUMBER = /^(?:most|least|fewest)$/;
const QUALITY = /^(?:best|worst)$/;
/** "Last year" is a time, and compares nothing with the other rows. */
const TIME_UNIT = /^(?:day|week|month|quarter|year|night)$/;

export const isTerm = (word: string): boolean =>
  [SUM, AVERAGE, PER, MOST, LEAST, QUALITY].some((pattern) => pattern.test(word)) || word === "count";

export interface Superlative {
  readonly from: number;
  readonly to: number;
  readonly direction: "max" | "min";
  /** Fits any column, as "highest" does. */
  readonly general: boolean;
  /** Ranks by how many there are, as "most" does and "highest" does not. */
  readonly ofNumber: boolean;
  /** "Best" and "worst", which are the least of what should be little. */
  readonly ofQuality: boolean;
  readonly adjectives: readonly Adjective[];
  /** How many are asked for: "top 3". */
  readonly count: number | null;
}

/** The superlatives of a question, with the numbers beside them. */
export function superlatives(tokens: readonly Token[]): Superlative[] {
  const found: Superlative[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const one = superlativeAt(tokens, at);
    if (one === null) continue;
    const counted = (position: number): number | null => {
      const [figure = ""] = withFigures([tokens[position]?.word ?? ""]);
      return /^[1-9]\d?$/.test(figure) ? Number(figure) : null;
    };
    const [before, after] = [counted(at - 1), counted(one.to)];
    const count = before ?? after;
    found.push({
      ...one,
      from: before === null ? at : at - 1,
      to: before === null && after !== null ? one.to + 1 : one.to,
      count,
    });
    at = one.to - 1;
  }
  return found;
}

function superlativeAt(tokens: readonly Token[], at: number): Omit<Superlative, "count"> | null {
  const [word = "", next = ""] = [tokens[at]?.word, tokens[at + 1]?.word];
  const most = word === "most";
  if (most || word === "least") {
    const said = adjectives(next, "");
    if (said.length > 0) {
      const turned = said.map((one) => (most ? one : { ...one, direction: opposite(one.direction) }));
      const [{ direction } = { direction: "max" as const }] = turned;
      return { from: at, to: at + 2, direction, general: false, ofNumber: false, ofQuality: false, adjectives: turned };
    }
  }
  const general = MOST.test(word) || LEAST.test(word);
  const said = adjectives(word, "est");
  const [first] = said;
  if (!general && first === undefined) return null;
  if (TIME_UNIT.test(next) && /^(?:last|first)$/.test(word)) return null;
  const direction = general ? (MOST.test(word) ? "max" : "min") : (first?.direction ?? "max");
  const ofQuality = QUALITY.test(word);
  return {
    from: at,
    to: at + 1,
    direction,
    general: general || ofQuality,
    ofNumber: OF_NUMBER.test(word),
    ofQuality,
    adjectives: said,
  };
}

export const opposite = (direction: "max" | "min"): "max" | "min" => (direction === "max" ? "min" : "max");

/** What a question wants done with the cells, beside filtering and ranking. */
export interface Reckoning {
  readonly by: "COUNT" | "SUM" | "AVERAGE" | null;
  /** "How much": the sum of what is found. */
  readonly howMuch: boolean;
  /** Positions of the words that say so. */
  readonly at: readonly number[];
  /** The position behind "how many" or "number of", where what is counted is named. */
  readonly counted: number | null;
}

/** `null` where two things are asked at once: the average of sums. */
export function readReckoning(tokens: readonly Token[], isFree: (at: number) => boolean): Reckoning | null {
  const word = (at: number): string => (isFree(at) ? (tokens[at]?.word ?? "") : "");
  const places = [...tokens.keys()];
  const sums = places.filter((at) => SUM.test(word(at)) || (word(at) === "in" && word(at + 1) === "all"));
  const averages = places.filter((at) => AVERAGE.test(word(at)));
  const counts = places.filter(
    (at) =>
      (word(at) === "how" && word(at + 1) === "many") ||
      (word(at) === "number" && word(at + 1) === "of") ||
      word(at) === "count",
  );
  const [count] = counts;
  if (counts.length > 1 || (averages.length > 0 && (sums.length > 0 || count !== undefined))) return null;
  const counted = count === undefined ? null : count + (word(count) === "count" ? 1 : 2);
  return {
    by: count !== undefined ? "COUNT" : averages.length > 0 ? "AVERAGE" : sums.length > 0 ? "SUM" : null,
    howMuch: places.some((at) => word(at) === "how" && word(at + 1) === "much"),
    at: [...sums, ...averages, ...(count === undefined || counted === null ? [] : range(count, counted))],
    counted,
  };
}

/** "Per", "by", "each", "for every": where a question divides into groups; the place behind is that of their name. */
export const groupings = (tokens: readonly Token[], isFree: (at: number) => boolean): number[] =>
  [...tokens.keys()].filter((at) => isFree(at) && PER.test(tokens[at]?.word ?? ""));
