import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { objectPort, roleOf } from "../rank/ports.ts";
import { stem } from "../rank/stem.ts";
import { type Clause, partsInRequest } from "../read/clauses.ts";
import { filesAsWritten, type MaterialPart, type Reading } from "../read/parts.ts";
import { namesOf, pathsIn } from "./values.ts";

/** The texts that words state for a task, by port, and the parts of the request that they are. */
export interface StatedTexts {
  readonly texts: ReadonlyMap<string, string>;
  readonly taken: ReadonlySet<MaterialPart>;
}

/** A text as it stands in the words. */
interface StatedText {
  readonly text: string;
  /** Null where it is written without quotation marks. */
  readonly part: MaterialPart | null;
  readonly start: number;
  readonly end: number;
}

const NONE: StatedTexts = { texts: new Map(), taken: new Set() };
/** Nobody states more for one task. */
const MAX_STATED = 32;

/**
 * Binds what is quoted, named as a file or written as a path to the ports of a tool that take a text or a place, one each:
 * in `search files for "*.md" in "/srv"` the pattern is what looks like no path. Most is told by a port's name right before
 * a text (`path "/srv"`), then by what the text looks like, then by the order of both.
 * Other task types have ports of one meaning each, and are told by their roles.
 * @param clauses what speaks for the task
 */
export function textsStated(type: TaskType, clauses: readonly Clause[], reading: Reading): StatedTexts {
  const ports = type.inputs.filter((port) => isPlace(port) || takesText(port, type));
  if (ports.length < 2 && !ports.some(isPlace)) return NONE;
  const stated = clauses
    .flatMap((clause) => statedIn(clause, reading))
    .filter(({ part }) => part?.as !== "file" || part.resource === null || ports.some(isPlace))
    .slice(0, MAX_STATED);
  const pairs = ports.flatMap((port) =>
    stated.flatMap((one, at) => {
      const isGiven = one.part?.as === "file" && one.part.resource !== null;
      if (isGiven && !isPlace(port)) return [];
      const said = besides(one, stated[at - 1], stated[at + 1], reading.masked);
      const score = namedBy(port, said, ports) + likeness(port, one, said, ports);
      return score >= (port.required ? MIN_SCORE : MIN_OPTIONAL_SCORE) ? [{ port, one, score }] : [];
    }),
  );
  const bound = new Map<string, StatedText>();
  for (const { port, one } of pairs.toSorted((a, b) => b.score - a.score))
    if (!bound.has(port.name) && ![...bound.values()].includes(one)) bound.set(port.name, one);
  return {
    texts: new Map([...bound].map(([port, { text }]) => [port, text])),
    taken: new Set([...bound.values()].flatMap(({ part }) => part ?? [])),
  };
}

/** Whether a port takes one place, such as a folder. */
export const isPlace = ({ takes }: Port): boolean => takes?.as === "place" && !takes.isList;

/** A text of any meaning. */
const takesText = (port: Port, type: TaskType): boolean =>
  port.takes === undefined &&
  !port.many &&
  port.kinds.every((kind) => kind === "text") &&
  (port === objectPort(type) || roleOf(port, type) === "change");

/** A pattern of file names: "*.md", "src/**". */
const GLOBS = /(?<=^|[\s(])(?=\S*[./])[^\s"'@*(]*\*(?:[^\s"']*[^\s"',;:!?).])?/gu;

/** What a clause quotes, the files that it names, and the paths and patterns of file names that it writes. */
function statedIn(clause: Clause, reading: Reading): readonly StatedText[] {
  const { text, start } = clause;
  const inParts = partsInRequest(clause).flatMap((placed): readonly StatedText[] => {
    const { part } = placed;
    const [file] = filesAsWritten([placed], reading);
    const words = part.as === "quote" || part.as === "passage" ? part.text : file;
    return words === undefined ? [] : [{ text: words, part, start: placed.start, end: placed.end }];
  });
  const bare = [
    ...pathsIn(text),
    ...[...text.matchAll(GLOBS)].map(({ 0: glob, index }) => ({ text: glob, at: index })),
  ];
  const inWords = bare.map(({ text: words, at }) => ({
    ...{ text: words, part: null, start: start + at, end: start + at + words.length },
  }));
  return [...inParts, ...inWords]
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start: from }, at, all) => all.slice(0, at).every(({ end }) => end <= from));
}

/** The words beside a text, the nearest first. */
interface Besides {
  readonly before: readonly string[];
  /** Only where they say nothing of what follows. */
  readonly behind: readonly string[];
}

/** Further words than these on either side belong to something else. */
const BEFORE = [4, 2] as const;
const BEHIND = [1] as const;
const BESIDE_CHARS = 100;

function besides(one: StatedText, last: StatedText | undefined, next: StatedText | undefined, masked: string): Besides {
  const from = Math.max(last?.end ?? 0, one.start - BESIDE_CHARS);
  const before = piecesOf(masked.slice(from, one.start)).toReversed();
  const behind = piecesOf(masked.slice(one.end, Math.min(next?.start ?? masked.length, one.end + BESIDE_CHARS)));
  return { before, behind: next && behind.length <= BEFORE.length ? [] : behind };
}

const piecesOf = (words: string): readonly string[] => words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** How much the words beside a text name a port, by those that name no other. */
function namedBy(port: Port, { before, behind }: Besides, ports: readonly Port[]): number {
  const others = ports.filter((other) => other !== port).map(namesOf);
  const own = [...namesOf(port)].filter((name) => others.every((names) => !names.has(name)));
  const worth = (words: readonly string[], weights: readonly number[]): number =>
    Math.max(0, ...weights.map((weight, at) => (own.includes(stem(words[at] ?? "")) ? weight : 0)));
  return Math.max(worth(before, BEFORE), worth(behind, BEHIND));
}

/** A path that looks like one of a port that wants something else is hardly meant for it, unless it is named. */
const MIN_SCORE = -1;
/** What may be left out is named. */
const MIN_OPTIONAL_SCORE = 1;
const IS_PATH = /^(?:~|\.{1,2})?\/[^*?<>|]*$|^[a-z][a-z+.-]*:\/\/\S+$/i;
/** Before a place; "the" and its like may stand between. */
const LEADS_TO_PLACE: ReadonlySet<string> = new Set([
  "in",
  "into",
  "inside",
  "at",
  "from",
  "to",
  "under",
  "within",
  "on",
]);

/** How much a text looks like what a port takes: a place, or anything else. */
function likeness(port: Port, { text, part }: StatedText, { before }: Besides, ports: readonly Port[]): number {
  const places = ports.filter(isPlace).length;
  if (places === 0) return 0;
  const looks = !/[*?]/.test(text) && (IS_PATH.test(text) || part?.as === "file");
  // Of two places both are led to.
  const isLed = places === 1 && before.slice(0, BEFORE.length).some((word) => LEADS_TO_PLACE.has(word));
  if (isPlace(port)) return (looks ? 2 : -1) + (isLed ? 2 : 0);
  return looks ? -2 : 0;
}
