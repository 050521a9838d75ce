import { diffArrays } from "diff";
import { unitsOf } from "./questions/units.ts";

/** A sentence or line in which two versions of a text differ; null where one has nothing for it. */
export interface Difference {
  readonly before: string | null;
  readonly after: string | null;
}

/** Fewer sentences or lines are no text of which there are versions. */
const MIN_UNITS = 4;
/** So much of the shorter one two versions have word for word. */
const LEAST_IN_COMMON = 1 / 3;
/** More is not read through: the time grows with the length times the differences. */
const MAX_UNITS = 1_000;
/** Longer texts are not read through. */
const MAX_CHARS = 200_000;
/** So many pairs of sentences of one place are compared at most. */
const MAX_COMPARED = 2_500;
/** Sentences or lines that are so alike are one that was changed. */
const LEAST_ALIKE = 0.4;

/**
 * In what two versions of a text differ, in their order, by the shortest way from one to the other (Myers 1986); null where
 * they are no versions of one text, or too long. What only stands elsewhere is no difference.
 */
export const differencesOf = (before: string, after: string): readonly Difference[] | null =>
  before.length + after.length > MAX_CHARS
    ? null
    : (differencesBy(sentencesOf, before, after) ?? differencesBy(linesOf, before, after));

const sentencesOf = (text: string): readonly string[] => unitsOf(text).map((unit) => unit.text);
/** Of lists and settings each line says one thing, whatever stands at its end. */
const linesOf = (text: string): readonly string[] => text.split("\n");

function differencesBy(
  divide: (text: string) => readonly string[],
  before: string,
  after: string,
): readonly Difference[] | null {
  const [old = [], young = []] = [before, after].map((text) =>
    divide(text)
      .map((unit) => unit.replaceAll(/\s+/g, " ").trim())
      .filter((unit) => unit !== ""),
  );
  const shorter = Math.min(old.length, young.length);
  if (shorter < MIN_UNITS || Math.max(old.length, young.length) > MAX_UNITS) return null;
  const [olds, youngs] = [new Set(old), new Set(young)];
  if (olds.intersection(youngs).size < LEAST_IN_COMMON * shorter) return null;
  const differences: Difference[] = [];
  let gone: string[] = [];
  for (const { value, removed, added } of diffArrays(old, young)) {
    if (removed) gone = value.filter((unit) => !youngs.has(unit));
    else {
      differences.push(...paired(gone, added ? value.filter((unit) => !olds.has(unit)) : []));
      gone = [];
    }
  }
  return pairedElsewhere([...differences, ...paired(gone, [])]);
}

/** Of what stands at one place, the sentences that were changed, each with what it became, and those that came or went. */
function paired(gone: readonly string[], come: readonly string[]): readonly Difference[] {
  const left = come.map((after) => ({ after, words: wordsOf(after) }));
  // Where much was written anew, what became of each sentence is not told.
  const isMuch = gone.length * come.length > MAX_COMPARED;
  const changed = gone.map((before): Difference => {
    const own = wordsOf(before);
    const [best] = (isMuch ? [] : left)
      .map(({ words }, at) => ({ at, alike: likenessOf(own, words) }))
      .filter(({ alike }) => alike >= LEAST_ALIKE)
      .toSorted((one, other) => other.alike - one.alike);
    const [became] = best ? left.splice(best.at, 1) : [];
    return { before, after: became?.after ?? null };
  });
  return [...changed, ...left.map(({ after }) => ({ before: null, after }))];
}

/** What was changed and moved besides stands at two places: where it was it is told. */
function pairedElsewhere(differences: readonly Difference[]): readonly Difference[] {
  const [gone, come] = [
    differences.flatMap(({ before, after }) => (before !== null && after === null ? [before] : [])),
    differences.flatMap(({ before, after }) => (after !== null && before === null ? [after] : [])),
  ];
  const moved = paired(gone, come).filter(({ before, after }) => before !== null && after !== null);
  const [movedFrom, movedTo] = [[...moved], moved.map(({ after }) => after)];
  // Each is told once, though its words may stand at several places.
  const taken = <Item>(list: Item[], is: (item: Item) => boolean): Item | undefined => {
    const at = list.findIndex(is);
    return at === -1 ? undefined : list.splice(at, 1)[0];
  };
  return differences.flatMap((one) => {
    if (one.before === null) return taken(movedTo, (after) => after === one.after) === undefined ? [one] : [];
    return one.after === null ? [taken(movedFrom, ({ before }) => before === one.before) ?? one] : [one];
  });
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));

/** The share of the letters of both that are of words which both have (after Dice 1945). */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = lettersOf(one) + lettersOf(other);
  return all === 0 ? 0 : (2 * lettersOf(one.intersection(other))) / all;
}

const lettersOf = (words: Iterable<string>): number => [...words].join("").length;

/** A longer sentence is known by its beginning. */
const MAX_SHOWN_CHARS = 200;
const quoted = (unit: string): string =>
  `“${unit.length > MAX_SHOWN_CHARS ? `${unit.slice(0, MAX_SHOWN_CHARS).toWellFormed()}…` : unit}”`;

/** More are told by their number. */
const MAX_TOLD = 100;

/** Differences as lines, the first of which counts them. */
export function differencesInWords(differences: readonly Difference[]): string {
  if (differences.length === 0) return "They have the same sentences.";
  const lines = differences.slice(0, MAX_TOLD).map(({ before, after }) => {
    if (before === null) return `Only in the second: ${quoted(after ?? "")}`;
    return after === null ? `Only in the first: ${quoted(before)}` : `${quoted(before)} became ${quoted(after)}`;
  });
  const places = differences.length === 1 ? "one place" : `${differences.length} places`;
  const more = differences.length > MAX_TOLD ? [`… and ${differences.length - MAX_TOLD} more`] : [];
  return [`They differ in ${places}:`, ...lines, ...more].join("\n");
}
