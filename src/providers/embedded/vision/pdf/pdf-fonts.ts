import { deflateSync } from "node:zlib";
import { type PdfObject, type PdfObjects, PdfStreamObject } from "./pdf-objects.ts";

/** The keys of a font's program, by its format: Type 1, TrueType, and CFF (ISO 32000-2, 9.9). */
const TYPE_1 = "FontFile";
const OTHERS = ["FontFile2", "FontFile3"] as const;
/** The largest Type 1 fonts have some 300 kB. */
const MAX_TYPE_1_BYTES = 2 * 1024 * 1024;
const EEXEC = "eexec";
/** Decrypts to nothing that means anything. */
const NO_CODE = "0".repeat(64);

/**
 * A copy of a file in which the programs of embedded fonts are blank. They are code that draws letters, whose routines
 * may call each other so often that pdf.js never ends; and the letters are told by the maps and encodings beside them.
 * Where a program cannot be read pdf.js does without. Of a Type 1 font the head is kept, which has its encoding and no
 * code; a CFF or TrueType font with neither map nor encoding beside it loses the letters that differ from ASCII.
 */
export async function withoutFontPrograms(file: Uint8Array, objects: PdfObjects): Promise<Uint8Array<ArrayBuffer>> {
  const copy = new Uint8Array(file);
  const text = Buffer.from(copy.buffer);
  const programsAt = (key: string): ReadonlySet<PdfObject> =>
    new Set(objects.dicts().flatMap((dict) => objects.resolve(dict.get(key))));
  const blank = (program: PdfStreamObject): number => {
    const lengths = objects.resolve(program.dict.get("Length")).filter((length) => typeof length === "number");
    const found = text.indexOf("endstream", program.start, "latin1");
    const ends = [found < 0 ? copy.length : found, ...lengths.map((length) => program.start + length)];
    const end = Math.min(copy.length, Math.max(...ends));
    copy.fill(0, program.start, end);
    return end;
  };
  const others = new Set(OTHERS.flatMap((key) => [...programsAt(key)]));
  for (const program of programsAt(TYPE_1)) {
    if (!(program instanceof PdfStreamObject) || others.has(program)) continue;
    const head = await headOf(program);
    const end = blank(program);
    if (head && program.start + head.length <= end) copy.set(head, program.start);
  }
  for (const program of others) if (program instanceof PdfStreamObject) blank(program);
  return copy;
}

/** The head of a Type 1 font, up to the word that its code begins behind, packed again; null where it cannot be told. */
async function headOf(program: PdfStreamObject): Promise<Uint8Array | null> {
  if (!program.isDeflatedAlone()) return null;
  const content = await program.content(MAX_TYPE_1_BYTES).catch(() => null);
  if (!content) return null;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const end = bytes.indexOf(EEXEC, 0, "latin1");
  if (end < 0) return null;
  // A head without anything behind it is no font to pdf.js.
  return deflateSync(Buffer.concat([bytes.subarray(0, end), Buffer.from(`${EEXEC}\n${NO_CODE}`)]), { level: 9 });
}
