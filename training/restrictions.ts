import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { licenceSpellings } from "../src/domain/licence-names.ts";
import { originSpellings } from "../src/domain/origin-names.ts";
import { licenceName } from "../src/planning/embedded/constraints/licence-names.ts";
import { providerName } from "../src/planning/embedded/constraints/provider-names.ts";
import { languageOfWord } from "../src/planning/embedded/read/languages.ts";
import { type Drawing, drawing } from "./drawing.ts";
import { foldOf } from "./folds.ts";
import {
  isMarked,
  type MarkedRequest,
  parseMarked,
  plainSegment,
  type Segment,
  taggedTokens,
  textOf,
} from "./marked-request.ts";

const FOLDER = fileURLToPath(new URL("restrictions/", import.meta.url));

/** Requests with marks, and such as only sound restricting. */
export interface Restrictions {
  readonly learnt: readonly MarkedRequest[];
  /** One in ten, to measure on. */
  readonly held: readonly MarkedRequest[];
}

/** One in so many is held back. */
const PARTS = 10;

/** @throws {RangeError} for a mark that is none */
export async function readRestrictions(): Promise<Restrictions> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith(".txt")).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(join(FOLDER, name), "utf8")));
  const rows = texts.flatMap((text) => text.trimEnd().split("\n").map(parseMarked));
  const isHeld = (row: MarkedRequest): boolean => foldOf(textOf(row), PARTS, "restrictions") === 0;
  return { learnt: rows.filter((row) => !isHeld(row)), held: rows.filter(isHeld) };
}

/** So many others are made of a request with other names and numbers in it, and with its restriction put to another request. */
const TIMES = { renamed: 2, moved: 2 } as const;
/** Of requests that people wrote for other ends, so many for each of these. */
const PLAIN_SHARE = 2;

/**
 * What the tagger learns from, a line each: its words, each with its tag and whether it is of a name. The requests, others
 * made of them, and requests that restrict nothing.
 * @param plain requests that people wrote for other ends
 */
export function exportLines({ learnt, held }: Restrictions, plain: readonly string[]): readonly string[] {
  const draw = drawing("restrictions");
  const known = new Set([...learnt, ...held].map(textOf));
  const others = draw.some(
    plain.filter((text) => !known.has(text) && !wishesReply(text)),
    PLAIN_SHARE * learnt.length,
  );
  const carriers = [...others, ...learnt.filter((row) => !isMarked(row)).map(textOf)];
  const names = namesIn(learnt);
  const made = learnt.flatMap((row) => [
    row,
    ...times(TIMES.renamed, () => renamed(row, names, draw)),
    ...times(TIMES.moved, () => moved(row, draw.one(carriers))).flatMap((one) =>
      one === null ? [] : [renamed(one, names, draw)],
    ),
  ]);
  return [...made, ...others.map((text) => [plainSegment(text)])].map(lineOf);
}

const times = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);

/** "Answer in German" is marked here, and was no restriction to whoever wrote the others. */
const wishesReply = (text: string): boolean =>
  /\b(?:answer|reply|respond|tell|explain|let me know)/i.test(text) &&
  (text.match(/\p{L}{4,}/gu) ?? []).some((word) => languageOfWord(word) !== undefined);

const lineOf = (row: MarkedRequest): string =>
  JSON.stringify({ tokens: taggedTokens(row).map(({ text, tag, isName }) => [text, tag ?? "none", Number(isName)]) });

interface Names {
  readonly models: readonly string[];
  readonly benchmarks: readonly string[];
}

function namesIn(rows: readonly MarkedRequest[]): Names {
  const all = rows.flat().filter(({ isName }) => isName);
  const texts = (some: readonly Segment[]): readonly string[] => [...new Set(some.map(({ text }) => text))];
  return {
    models: texts(all.filter(({ tag }) => tag?.startsWith("model"))),
    benchmarks: texts(all.filter(({ tag }) => tag === "benchmark")),
  };
}

/** The same request with other licences, providers, models, benchmarks, languages and numbers. */
const renamed = (row: MarkedRequest, names: Names, draw: Drawing): MarkedRequest =>
  row.map((segment) => ({ ...segment, text: otherNames(segment, names, draw) }));

const LICENCES = new RegExp(`(?<![\\w+])${licenceName()}`, "gi");
const PROVIDERS = new RegExp(`(?<![\\w'-])${providerName()}`, "gi");
const NUMBERS = /(?<![\w.,-])\d+(?:[.,]\d+)?(?![\w.,-]*\w)/g;
const SPELT_LICENCES = licenceSpellings();
const SPELT_PROVIDERS = originSpellings();
const LANGUAGES =
  "English German French Spanish Italian Portuguese Dutch Polish Czech Turkish Russian Hindi Thai Japanese Korean Chinese Swahili Finnish Greek Arabic Welsh Tamil Urdu Somali".split(
    " ",
  );

function otherNames({ text, tag, isName }: Segment, names: Names, draw: Drawing): string {
  if (isName) return draw.is(0.3) ? madeUpName(draw) : draw.one(tag === "benchmark" ? names.benchmarks : names.models);
  return text
    .replaceAll(LICENCES, (name) => (draw.is(0.5) ? draw.one(SPELT_LICENCES) : name))
    .replaceAll(PROVIDERS, (name) => (draw.is(0.5) ? draw.one(SPELT_PROVIDERS) : name))
    .replaceAll(/\p{L}{4,}/gu, (word) => (languageOfWord(word) && draw.is(0.7) ? draw.one(LANGUAGES) : word))
    .replaceAll(NUMBERS, (number) => (draw.is(0.7) ? otherNumber(draw) : number));
}

function otherNumber(draw: Drawing): string {
  const digits = draw.one([1, 1, 1, 2, 2, 3, 4]);
  const whole = String(Math.floor(draw.fraction() * 10 ** digits) + 1);
  return draw.is(0.2) ? `${whole}.${1 + Math.floor(draw.fraction() * 9)}` : whole;
}

const SYLLABLES = "ka zo mi tra len vox dra ne pho sil quin bel ar ux tor mo wi ra so lum ver fi gan po".split(" ");
/** "zomi-7b", "vox/tralen-v2": nobody knows all models that there are. */
function madeUpName(draw: Drawing): string {
  const word = (): string => times(draw.one([2, 2, 3]), () => draw.one(SYLLABLES)).join("");
  const maker = draw.is(0.3) ? `${word()}/` : "";
  return maker + word() + draw.one(["", "", "-7b", "-large", " v2", "-base-en", " 3", "2", "-1.5", "-instruct"]);
}

const LEADS_TO_MARK = /(?:[.!?,;:] | - | \()(?:(?:and|but|please|also) )?$/;
const ENDS_REQUEST = /^(?:,? (?:please|pls|thanks|thx))?[\s.!)]*$/;
const LEADS_FROM_MARK = /^(?:,? (?:please|pls))?[.,:;!] /;

/** A restriction that ends a request, or begins it, put to another request; null where it stands in the middle. */
function moved(row: MarkedRequest, carrier: string): MarkedRequest | null {
  const [first, last] = [row.findIndex(({ tag }) => tag !== null), row.findLastIndex(({ tag }) => tag !== null)];
  if (first === -1) return null;
  const [start, end] = [row[first - 1]?.text ?? "", row[last + 1]?.text ?? ""];
  const marks = row.slice(first, last + 1);
  const lead = LEADS_TO_MARK.exec(start)?.[0] ?? (/\w $/.test(start) ? " " : null);
  if (ENDS_REQUEST.test(end) && lead !== null)
    return [plainSegment(carrier.replace(/[\s.!]+$/, "") + lead), ...marks, plainSegment(end)];
  const joint = LEADS_FROM_MARK.exec(end)?.[0];
  return start === "" && joint !== undefined ? [...marks, plainSegment(joint + carrier)] : null;
}
