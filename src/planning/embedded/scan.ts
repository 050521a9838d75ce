import type { Resource } from "../../domain/resources.ts";
import { type FoundPart, findNames, readAddress, readFile, readName } from "./file-names.ts";
import { MaskWriter } from "./mask.ts";
import type { MaskedRequest } from "./parts.ts";
import { findPassages } from "./passages.ts";
import { QuotationReader } from "./quotations.ts";

/** Beyond this many parts the rest is read as plain words. */
const MAX_PARTS = 128;
/** Names are looked up one by one, so only the newest of a long conversation are. */
const MAX_KNOWN_NAMES = 128;

/**
 * Reads a request into instruction and parts. `resources` are the resources that may be named, the most likely first.
 * Linear in the text for a given number of resources.
 */
export function scan(text: string, resources: readonly Resource[]): MaskedRequest {
  const known = resources.slice(0, MAX_KNOWN_NAMES);
  const passages = findPassages(text);
  const names = findNames(text, known);
  const urls = new Map(
    known.flatMap((resource) => (resource.origin.by === "url" ? [[resource.origin.url, resource] as const] : [])),
  );
  const writer = new MaskWriter();
  const quotations = new QuotationReader(text, known);
  let passage = 0;
  let plainUntil = 0;
  for (let at = 0; at < text.length; ) {
    if (writer.full) return writer.reading(true);
    const block = passages[passage];
    if (block && at >= block.start) {
      const isCode = block.label === "code";
      const words = text.slice(block.start, block.end);
      writer.add(
        isCode
          ? { as: "code", text: words }
          : { as: "passage", text: unquoted(words), label: block.label, asked: block.label === "question" },
      );
      at = block.end;
      passage++;
      continue;
    }
    const limit = block?.start ?? text.length;
    const find = (): FoundPart | null =>
      readName(names, at, limit) ??
      readAddress(text, at, limit, urls) ??
      quotations.read(at, limit) ??
      readFile(text, at, limit, plainUntil);
    const found = writer.parts < MAX_PARTS ? find() : null;
    if (found?.part) {
      writer.add(found.part);
      at = found.end;
      continue;
    }
    if (found) plainUntil = found.end;
    writer.copy(text[at] ?? "");
    at++;
  }
  return writer.reading(false);
}

const unquoted = (words: string): string => /^(["“«'])([^"“”«»]*)["”»']$/.exec(words)?.[2]?.trim() ?? words;
