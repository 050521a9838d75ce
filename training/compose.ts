import { createHash } from "node:crypto";
import { typeOfName } from "../evaluation/file-types.ts";
import type { Row } from "../evaluation/read-json-lines.ts";
import { type BaseKind, baseKind, fitsAny } from "../src/domain/kinds.ts";
import { ontology, type RequestRow } from "./request-row.ts";

/** A joined request is made of at least two rows and at most so many, */
const MAX_JOINED = 4;
/** and has at most so many tasks: few people ask for more at once. */
const MAX_TASKS = 6;
/** Longer rows are long enough by themselves. */
const MAX_WORDS = 30;

/**
 * Long requests out of the short ones of one hand, as nobody likes to write down six wishes at once: independent wishes
 * one after the other, and such as go on with what the one before gives. Deterministic: what is joined with what, and by
 * which words, is told by hash.
 * @param rows those of one file, each of which is used at most once.
 */
export function composeRows(rows: readonly Row<RequestRow>[]): readonly Row<RequestRow>[] {
  const waiting = rows.filter(({ value }) => isUsable(value)).toSorted((a, b) => order(a) - order(b));
  const made: Row<RequestRow>[] = [];
  for (let first = waiting.shift(); first; first = waiting.shift()) {
    let joined = first.value;
    const more = 1 + (hash(`size ${first.where}`) % (MAX_JOINED - 1));
    for (let count = 0; count < more; count++) {
      const next = waiting.findIndex(({ value }) => goTogether(joined, value));
      const [other] = next === -1 ? [] : waiting.splice(next, 1);
      if (!other) break;
      joined = join(joined, other.value, hash(`words ${other.where}`));
    }
    if (joined !== first.value) made.push({ where: first.where, value: joined });
  }
  return made;
}

const order = ({ where }: Row<RequestRow>): number => hash(`order ${where}`);

/** The request says all that it needs: it goes on with no earlier turn, and names each of its files. */
const isUsable = ({ request, files, tasks, history, family }: RequestRow): boolean =>
  tasks.length > 0 &&
  history === undefined &&
  family === undefined &&
  !request.includes("\n") &&
  request.split(/\s+/).length <= MAX_WORDS &&
  files.every((file) => request.includes(file)) &&
  new Set(files).size === files.length;

/** Tasks of a plan are told apart by their types, so that no type stands in both; nor does a file. */
const goTogether = (one: RequestRow, other: RequestRow): boolean =>
  one.tasks.length + other.tasks.length <= MAX_TASKS &&
  !one.tasks.some((type) => other.tasks.includes(type)) &&
  !one.files.some((file) => other.files.includes(file));

const INDEPENDENT = [
  ". ",
  ". Also, ",
  ". Then ",
  ". And ",
  "; ",
  ", and ",
  ", then ",
  ". Besides that, ",
  ". Next, ",
  ". ",
];
const GOING_ON = [". Then ", ", then ", ", and then ", ". After that, ", ". With that, ", ". Next, ", " and "];
const RESULTS: Readonly<Partial<Record<BaseKind, readonly string[]>>> = {
  text: ["the result", "the resulting text", "that text", "what you get", "it", "the text you get"],
  image: ["the result", "the resulting image", "the new picture", "that image", "it", "the image you get"],
  audio: ["the result", "that audio", "the recording you get", "it", "the resulting audio"],
  video: ["the result", "that video", "the clip you get", "it"],
};

/** One request after the other; two times in three the second works on what the first gives, where it can. */
function join(one: RequestRow, other: RequestRow, dice: number): RequestRow {
  const pick = (list: readonly string[]): string => list[dice % list.length] ?? "";
  const shift = one.tasks.length;
  const tasks = [...one.tasks, ...other.tasks];
  const links = [...one.links, ...other.links.map(([from, to]): [number, number] => [from + shift, to + shift])];
  const way = dice % 3 === 0 ? null : wayOn(one, other);
  const file = other.files[0] ?? "";
  return way
    ? {
        request: glue(one.request, pick(GOING_ON), other.request.replace(file, pick(way.names))),
        files: one.files,
        tasks,
        links: [...links, [way.from, way.to + shift]],
      }
    : {
        request: glue(one.request, pick(INDEPENDENT), other.request),
        files: [...one.files, ...other.files],
        tasks,
        links,
      };
}

/** How the second takes what the first gives: from its only last task to its own only first one, in place of its only file. */
function wayOn(one: RequestRow, other: RequestRow) {
  const [file, ...more] = other.files;
  const [from, ...leaves] = one.tasks.keys().filter((place) => !one.links.some((link) => link[0] === place));
  const [to, ...roots] = other.tasks.keys().filter((place) => !other.links.some((link) => link[1] === place));
  if (file === undefined || more.length + leaves.length + roots.length > 0) return null;
  if (from === undefined || to === undefined) return null;
  const { kind } = typeOfName(file);
  const giver = ontology.get(one.tasks[from] ?? "");
  const taker = ontology.get(other.tasks[to] ?? "");
  const gives = giver?.outputs[0]?.kinds.some((given) => baseKind(given) === baseKind(kind)) === true;
  const takes = taker?.inputs.some((port) => fitsAny(kind, port.kinds)) === true;
  const names = RESULTS[baseKind(kind)];
  return gives && takes && names ? { from, to, names } : null;
}

function glue(one: string, words: string, other: string): string {
  const goesOn = !words.endsWith(". ");
  const start = goesOn && !/^(?:I\b|[A-Z]{2})/.test(other) ? other.charAt(0).toLowerCase() + other.slice(1) : other;
  const asks = one.trimEnd().endsWith("?") && words.startsWith(".");
  return `${one.trimEnd().replace(/[.!?;,]+$/, "")}${asks ? words.replace(".", "?") : words}${start}`;
}

const hash = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0);
