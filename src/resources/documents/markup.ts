import { Parser } from "htmlparser2";
import { after } from "../../waiting.ts";
import { utf16Of } from "./decode-text.ts";
import { unreadable } from "./limits.ts";

/** Real documents nest some dozens deep; each level is kept in a list until it ends. */
const MAX_DEPTH = 1_000;
/** Parsed at once, which takes some milliseconds. */
const SLICE_CHARS = 64 * 1024;
/** Then the thread is given back: some 30 ms of work. */
const SLICES_PER_TURN = 8;

export type Attributes = Readonly<Record<string, string>>;

/** What is told of a document on the way through it. Names are local ones: `p` for `w:p` and `text:p`. */
export interface MarkupReader {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Walks through XML or HTML, and gives the thread back every half megabyte. Nothing that a document type defines is
 * ever expanded (htmlparser2 knows the entities of XML and HTML and no others), and nothing is fetched.
 * @throws {AppError} `unreadable-resource` for elements nested a thousand deep; what the reader throws
 */
export async function readMarkup(source: string, language: "xml" | "html", reader: MarkupReader): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > MAX_DEPTH) throw unreadable(`The document nests more than ${MAX_DEPTH} elements.`);
        reader.open?.(localName(name), attributes);
      },
      ontext: (text) => reader.text?.(text),
      onclosetag(name) {
        depth--;
        reader.close?.(localName(name));
      },
    },
    { xmlMode: language === "xml" },
  );
  for (let at = 0, slices = 1; at < source.length; at += SLICE_CHARS, slices++) {
    parser.write(source.slice(at, at + SLICE_CHARS));
    if (slices % SLICES_PER_TURN === 0) await after(0);
  }
  parser.end();
}

/** A part of an archive as XML is read: UTF-8, or UTF-16 where it begins with its mark. */
export const xmlText = (part: Uint8Array): string => new TextDecoder(utf16Of(part) ?? "utf-8").decode(part);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The attribute of a local name, whatever its prefix: `val` of `<w:pStyle w:val="Heading1"/>`. */
export const attribute = (attributes: Attributes, local: string): string | undefined =>
  attributes[local] ?? Object.entries(attributes).find(([name]) => localName(name) === local)?.[1];
