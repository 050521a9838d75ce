import { createInflate } from "node:zlib";
import { AppError } from "../../../../domain/errors.ts";
import type { WorkBudget } from "../../work.ts";
import { decodeAscii } from "./pdf-ascii.ts";
import { isDict, isList, type PdfDict, PdfLexer, PdfName, PdfRef, type PdfValue, parseObject } from "./pdf-syntax.ts";

/** A stream of a file: a dictionary and data, still packed. */
export class PdfStreamObject {
  readonly dict: PdfDict;
  /** Where its data begins in the file. */
  readonly start: number;
  readonly #data: Uint8Array;

  constructor(dict: PdfDict, start: number, data: Uint8Array) {
    this.dict = dict;
    this.start = start;
    this.#data = data;
  }

  /** Whether its data is deflated and nothing else. */
  isDeflatedAlone(): boolean {
    const [first, ...rest] = filtersOf(this.dict);
    return rest.length === 0 && (first === "FlateDecode" || first === "Fl");
  }

  /**
   * What its data unpacks to, as far as `most` bytes.
   * @throws {AppError} `resource-too-complex` for more; `unsupported-input` for data that is packed in another way than
   * page contents are nowadays, as then nobody could say what pdf.js makes of it
   */
  async content(most: number): Promise<Uint8Array> {
    const filters = filtersOf(this.dict);
    const isDeflated = filters.at(-1) === "FlateDecode" || filters.at(-1) === "Fl";
    const isPlain = filters.length === 0;
    const isUsual = isPlain || (isDeflated && filters.slice(0, -1).every((name) => ASCII_FILTERS.has(name)));
    if (!isUsual || (isDeflated && hasPredictor(this.dict))) {
      throw new AppError(
        "unsupported-input",
        "The PDF has page contents that are packed in an unusual way; print it to a new PDF, or send pictures of its pages.",
      );
    }
    if (!isPlain) return inflated(decodeAscii(this.#data), most);
    if (this.#data.length > most) throw tooLong(most);
    return this.#data;
  }
}

const ASCII_FILTERS = new Set(["ASCII85Decode", "A85", "ASCIIHexDecode", "AHx"]);

function filtersOf(dict: PdfDict): readonly string[] {
  const filter = dict.get("F") ?? dict.get("Filter") ?? null;
  const names = isList(filter) ? filter : filter === null ? [] : [filter];
  return names.map((name) => (name instanceof PdfName ? name.name : "?"));
}

const hasPredictor = (dict: PdfDict): boolean =>
  [dict.get("DecodeParms") ?? dict.get("DP") ?? null]
    .flat()
    .some((parms) => parms instanceof PdfRef || (isDict(parms) && (parms.get("Predictor") ?? 1) !== 1));

const tooLong = (most: number): AppError =>
  new AppError(
    "resource-too-complex",
    `The PDF has contents of more than ${most.toLocaleString("en")} bytes in one part.`,
  );

async function inflated(data: Uint8Array, most: number): Promise<Uint8Array> {
  const inflate = createInflate();
  inflate.end(data);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > most) break;
      chunks.push(chunk);
    }
  } catch {
    // Damaged: pdf.js will get as far as we did.
  }
  if (length > most) throw tooLong(most);
  return Buffer.concat(chunks);
}

export type PdfObject = PdfValue | PdfStreamObject;

/** A file of the size we take has some thousand objects; more is a file made to waste our time. */
const MAX_OBJECTS = 200_000;
/** An object stream holds some hundred objects (ISO 32000-2, 7.5.7), and these are small. */
const MAX_OBJECT_STREAM_BYTES = 16 * 1024 * 1024;
/** What stands before "obj": two numbers and some space. */
const NUMBER_CHARS = 64;
const latin1 = new TextDecoder("latin1");

/**
 * All objects of a file by their numbers. A number has several where the file was updated, or is made to mislead: its
 * table of objects may point at any of them, and is not read.
 */
export class PdfObjects {
  readonly #byNumber = new Map<number, PdfObject[]>();
  readonly #all: PdfObject[] = [];
  #parsedBytes = 0;

  /** @throws {AppError} `resource-too-complex` for a file with too many objects, or too deep ones */
  static async read(file: Uint8Array, work: WorkBudget): Promise<PdfObjects> {
    const objects = new PdfObjects();
    const ends = new StreamEnds(file);
    for (let at = indexOfObj(file, 0); at >= 0; at = indexOfObj(file, at + 3)) {
      const before = latin1.decode(file.subarray(Math.max(0, at - NUMBER_CHARS), at));
      if (before.endsWith("end")) continue;
      const number = Number(/(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/.exec(before)?.[1] ?? -1);
      const lexer = new PdfLexer(file, at + 3);
      objects.#add(number, objectAt(file, lexer, ends));
      await objects.#parsed(lexer.at - at, work);
    }
    for (const stream of objects.streams()) {
      if (stream.dict.has("First") && stream.dict.has("N")) await objects.#addPacked(stream, work);
    }
    return objects;
  }

  /** What a value stands for: itself, or each object that a reference may lead to. */
  resolve(value: PdfValue | undefined): readonly PdfObject[] {
    if (value instanceof PdfRef) return this.#byNumber.get(value.number) ?? [];
    return value === undefined || value === null ? [] : [value];
  }

  /** Every dictionary that an object is, or the one of a stream. */
  dicts(): readonly PdfDict[] {
    return this.#all.flatMap((one) => {
      if (one instanceof PdfStreamObject) return [one.dict];
      return isDict(one as PdfValue) ? [one as PdfDict] : [];
    });
  }

  streams(): readonly PdfStreamObject[] {
    return this.#all.filter((one) => one instanceof PdfStreamObject);
  }

  #add(number: number, object: PdfObject): void {
    if (this.#all.length >= MAX_OBJECTS) {
      throw new AppError("resource-too-complex", `The PDF has more than ${MAX_OBJECTS.toLocaleString("en")} objects.`);
    }
    this.#all.push(object);
    const known = this.#byNumber.get(number);
    if (known) known.push(object);
    else this.#byNumber.set(number, [object]);
  }

  /** Adds the objects inside an object stream: pairs of number and offset, and then the objects (ISO 32000-2, 7.5.7). */
  async #addPacked(stream: PdfStreamObject, work: WorkBudget): Promise<void> {
    const [first, count] = [stream.dict.get("First"), stream.dict.get("N")];
    if (typeof first !== "number" || typeof count !== "number") return;
    const content = await stream.content(MAX_OBJECT_STREAM_BYTES);
    const header = new PdfLexer(content);
    for (let index = 0; index < count; index++) {
      const [number, offset] = [header.next(), header.next()];
      if (number?.is !== "number" || offset?.is !== "number") return;
      const start = first + offset.value;
      const lexer = new PdfLexer(content, Math.max(0, start));
      this.#add(number.value, parseObject(lexer));
      await this.#parsed(Math.max(0, lexer.at - start), work);
    }
  }

  /** Objects can be made to lie in each other, so that each byte is read many times. */
  async #parsed(bytes: number, work: WorkBudget): Promise<void> {
    this.#parsedBytes += bytes;
    work.admit("bytes", this.#parsedBytes, "What describes the PDF's pages");
    await work.spend("bytes", bytes);
  }
}

/** The object at a place in the file, with its data where it is a stream. */
function objectAt(file: Uint8Array, lexer: PdfLexer, ends: StreamEnds): PdfObject {
  const value = parseObject(lexer);
  if (!isDict(value)) return value;
  const { at } = lexer;
  const word = lexer.next();
  if (word?.is !== "word" || !word.value.startsWith("stream")) {
    lexer.at = at;
    return value;
  }
  // From the next line on; its end, which may mislead, is where what is unpacked ends.
  let start = lexer.at;
  while (start < file.length && file[start] !== 10 && file[start] !== 13) start++;
  if (file[start] === 13 && file[start + 1] === 10) start++;
  start += 1;
  const end = filtersOf(value).length === 0 ? ends.plainEnd(start, value) : file.length;
  return new PdfStreamObject(value, start, file.subarray(start, end));
}

/** Finds the ends of data that is not packed, in the order of the file: no stretch of it is searched twice. */
class StreamEnds {
  readonly #file: Buffer;
  #next = 0;

  constructor(file: Uint8Array) {
    this.#file = Buffer.from(file.buffer, file.byteOffset, file.length);
  }

  /** Where its length says, or at the next "endstream" where that is later. */
  plainEnd(start: number, dict: PdfDict): number {
    const length = dict.get("Length");
    const told = typeof length === "number" ? start + Math.max(0, length) : 0;
    if (this.#next < start) {
      const found = this.#file.indexOf("endstream", start, "latin1");
      this.#next = found < 0 ? this.#file.length : found;
    }
    return Math.min(this.#file.length, Math.max(told, this.#next));
  }
}

function indexOfObj(file: Uint8Array, from: number): number {
  return Buffer.from(file.buffer, file.byteOffset, file.length).indexOf("obj", from, "latin1");
}
