import type { Resource } from "../../../domain/resources.ts";
import { type FoundPart, findNames, readAddress, readFile, readName } from "./file-names.ts";
import { MaskWriter } from "./mask.ts";
import { findPairs } from "./pairs.ts";
import type { MaskedRequest, MaterialPart, Reading } from "./parts.ts";
import { type FindWishes, findPassages, type Passage } from "./passages.ts";
import { QuotationReader } from "./quotations.ts";
import { findTables, overlap } from "./tables.ts";

/** Beyond this many parts the rest is read as plain words. */
const MAX_PARTS = 128;
/** Names are looked up one by one, so only the newest of a long conversation are. */
const MAX_KNOWN_NAMES = 128;

/**
 * Reads a request into instruction and parts. `resources` are the resources that may be named, the most likely first.
 * Linear in the text for a given number of resources.
 * @param findWishes tells passages from wishes: by the form of sentences where it is left out; null for no passages
 */
export function scan(text: string, resources: readonly Resource[], findWishes?: FindWishes | null): Reading {
  const known = resources.slice(0, MAX_KNOWN_NAMES);
  // Beside a file, "x 10, y 20, width 300" is what is to be done with it.
  const pairs = known.length === 0 ? findPairs(text) : new Map<number, FoundPart>();
  const blocks = blocksIn(text, pairs, { findWishes, isAlone: known.length === 0 });
  const names = findNames(text, known);
  const urls = new Map(
    known.flatMap((resource) => (resource.origin.by === "url" ? [[resource.origin.url, resource] as const] : [])),
  );
  const writer = new MaskWriter();
  const quotations = new QuotationReader(text, known);
  let next = 0;
  let plainUntil = 0;
  for (let at = 0; at < text.length; ) {
    if (writer.full) return writer.reading(text, true);
    const block = blocks[next];
    if (block && at >= block.start) {
      writer.add(block.part, { from: block.start, to: block.end });
      at = block.end;
      next++;
      continue;
    }
    const limit = block?.start ?? text.length;
    const find = (): FoundPart | null =>
      readName(names, at, limit) ??
      readAddress(text, at, limit, urls) ??
      quotations.read(at, limit) ??
      readName(pairs, at, limit) ??
      readFile(text, at, limit, plainUntil);
    const found = writer.parts < MAX_PARTS ? find() : null;
    if (found?.part) {
      writer.add(found.part, { from: at, to: found.end });
      at = found.end;
      continue;
    }
    if (found) plainUntil = found.end;
    writer.copy(text[at] ?? "", at);
    at++;
  }
  return writer.reading(text, false);
}

/** A longer message is not read again with each that follows it. */
const MAX_REREAD_CHARS = 4_000;

/** What an earlier message quotes or pastes. */
export function partsSaidBefore(text: string): MaskedRequest["parts"] {
  if (text.length > MAX_REREAD_CHARS) return [];
  const { parts } = scan(text, []);
  return parts.length > 0 ? parts : pastedIn(text);
}

/** Fewer words in lines of their own are a remark. */
const MIN_PASTED_WORDS = 8;

/** What stands below the first line of a message, or above its last, whichever is longer: the other is what was wished of it. */
function pastedIn(text: string): MaskedRequest["parts"] {
  const lines = text.trim();
  const [first, last] = [lines.indexOf("\n"), lines.lastIndexOf("\n")];
  if (first === -1) return [];
  const [above, below] = [lines.slice(0, last).trim(), lines.slice(first).trim()];
  const pasted = above.length > below.length ? above : below;
  if (pasted.split(/\s+/, MIN_PASTED_WORDS).length < MIN_PASTED_WORDS) return [];
  const start = text.indexOf(pasted);
  return [{ part: { as: "passage", text: pasted, label: null, asked: false }, start, end: start + pasted.length }];
}

/** A stretch of a request that is one part, whatever stands in it. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly part: MaterialPart;
}

interface Asked {
  readonly findWishes: FindWishes | null | undefined;
  /** Nothing is at hand beside the words of the request. */
  readonly isAlone: boolean;
}

/** Tables and passages, in order; what holds a table, or begins with a sentence of names and numbers, is no passage. */
function blocksIn(
  text: string,
  pairs: ReadonlyMap<number, FoundPart>,
  { findWishes, isAlone }: Asked,
): readonly Block[] {
  const tables = findTables(text);
  const isOfPairs = ({ start, end }: Passage): boolean => {
    const row = pairs.get(start);
    return row !== undefined && (row.end >= end || /^\s*[.!?\n]/.test(text.slice(row.end, end)));
  };
  const passages = (findWishes === null ? [] : findPassages(text, findWishes, isAlone)).filter(
    (passage) => !isOfPairs(passage) && !tables.some((table) => overlap(table, passage)),
  );
  return [
    ...tables.map(({ start, end, text: cells }): Block => ({ start, end, part: { as: "table", text: cells } })),
    ...passages.map((passage): Block => ({ ...passage, part: partOf(passage, text) })),
  ].toSorted((a, b) => a.start - b.start);
}

function partOf({ start, end, label }: Passage, text: string): MaterialPart {
  const words = text.slice(start, end);
  if (label === "code") return { as: "code", text: words };
  return { as: "passage", text: unquoted(words), label, asked: label === "question" };
}

const unquoted = (words: string): string => /^(["“«'])([^"“”«»]*)["”»']$/.exec(words)?.[2]?.trim() ?? words;
