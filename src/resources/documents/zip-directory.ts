import { tooLarge, unreadable } from "./limits.ts";

/** A document of hundreds of pages with a picture on each has some hundreds. */
const MAX_PARTS = 5_000;

/** A part of a ZIP archive as the central directory describes it. */
export interface ZipEntry {
  /** How it is packed: 0 for not at all, 8 for Deflate. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  /** When it is unpacked, as the directory claims. */
  readonly unpackedBytes: number;
  /** Where its own header begins. */
  readonly start: number;
  /** Where the next part or the directory begins: it has to end before that. */
  readonly end: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END_RECORD = 0x06064b50;

const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_RECORD_BYTES = 22;
const ZIP64_LOCATOR_BYTES = 20;
/** After the end record. */
const MAX_COMMENT_BYTES = 0xffff;

const ENCRYPTED_FLAG = 1;
/** A size or place of a file that has it in an extra field, as 64 bits. */
const IN_ZIP64_FIELD = 0xffffffff;
const ZIP64_FIELD_ID = 1;

/**
 * Reads the central directory of a ZIP archive (APPNOTE.TXT, 4.3.12 to 4.3.16): at most 5,000 parts, whatever number it
 * claims, and none that overlaps another, so that no byte of the file is ever unpacked as part of two.
 * @returns the parts by name; of those of one name the last
 * @throws {AppError} `unreadable-resource` for what is no archive, `resource-too-large` for one with too many parts
 */
export function readZipDirectory(file: Uint8Array): ReadonlyMap<string, ZipEntry> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  try {
    return disjoint(...entriesOf(file, view));
  } catch (thrown) {
    if (thrown instanceof RangeError) throw unreadable("The file is damaged: its directory is cut off.", thrown);
    throw thrown;
  }
}

/** The bytes of a part as they are packed. @throws {AppError} `unreadable-resource` where its header does not fit */
export function packedPart(file: Uint8Array, { start, end, packedBytes }: ZipEntry): Uint8Array {
  const header = new DataView(file.buffer, file.byteOffset + start, LOCAL_HEADER_BYTES);
  const from = start + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
  if (header.getUint32(0, true) !== LOCAL_HEADER || from + packedBytes > end) throw damaged();
  return file.subarray(from, from + packedBytes);
}

const damaged = () => unreadable("The file is damaged: it cannot be unpacked.");

type NamedEntry = Omit<ZipEntry, "end"> & { readonly name: string };

function entriesOf(file: Uint8Array, view: DataView): [entries: NamedEntry[], directoryAt: number] {
  const { count, directoryAt } = endRecord(view);
  if (count > MAX_PARTS) throw tooLarge("The file", `${MAX_PARTS.toLocaleString("en")} parts`);
  const entries: NamedEntry[] = [];
  const utf8 = new TextDecoder();
  for (let at = directoryAt; entries.length < count; ) {
    if (view.getUint32(at, true) !== CENTRAL_HEADER) throw damaged();
    const nameAt = at + CENTRAL_HEADER_BYTES;
    const extraAt = nameAt + view.getUint16(at + 28, true);
    const commentAt = extraAt + view.getUint16(at + 30, true);
    // In this order, as the extra field has those that do not fit into 32 bits.
    const [unpackedBytes = 0, packedBytes = 0, start = 0] = wide(
      view,
      [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)],
      extraAt,
      commentAt,
    );
    entries.push({
      name: utf8.decode(file.subarray(nameAt, extraAt)),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
      packedBytes,
      unpackedBytes,
      start,
    });
    at = commentAt + view.getUint16(at + 32, true);
  }
  return [entries, directoryAt];
}

/** Where the directory is and how many parts it claims, from the record at the end of the file. */
function endRecord(view: DataView): { count: number; directoryAt: number } {
  const last = view.byteLength - END_RECORD_BYTES;
  let at = last;
  while (at >= 0 && at >= last - MAX_COMMENT_BYTES && view.getUint32(at, true) !== END_RECORD) at--;
  if (at < 0 || at < last - MAX_COMMENT_BYTES) throw damaged();
  const locatorAt = at - ZIP64_LOCATOR_BYTES;
  if (locatorAt >= 0 && view.getUint32(locatorAt, true) === ZIP64_LOCATOR) {
    const wideAt = wholeNumber(view, locatorAt + 8);
    if (view.getUint32(wideAt, true) !== ZIP64_END_RECORD) throw damaged();
    return { count: wholeNumber(view, wideAt + 32), directoryAt: wholeNumber(view, wideAt + 48) };
  }
  return { count: view.getUint16(at + 10, true), directoryAt: view.getUint32(at + 16, true) };
}

/** The numbers with those of 64 bits from the extra field (4.5.3) that have no room in 32. */
function wide(view: DataView, numbers: readonly number[], extraAt: number, extraEnd: number): readonly number[] {
  if (!numbers.includes(IN_ZIP64_FIELD)) return numbers;
  let at = extraAt;
  while (at < extraEnd && view.getUint16(at, true) !== ZIP64_FIELD_ID) at += 4 + view.getUint16(at + 2, true);
  if (at >= extraEnd) throw damaged();
  at += 4;
  return numbers.map((number) => {
    if (number !== IN_ZIP64_FIELD) return number;
    at += 8;
    return wholeNumber(view, at - 8);
  });
}

/** Of 64 bits; beyond 2^53 it is inexact, and beyond every limit here. */
const wholeNumber = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** The parts by name, each with its end. @throws {AppError} `unreadable-resource` where one reaches into another */
function disjoint(entries: readonly NamedEntry[], directoryAt: number): ReadonlyMap<string, ZipEntry> {
  const inOrder = entries.toSorted((one, other) => one.start - other.start);
  const endOf = new Map(inOrder.map((entry, index) => [entry, inOrder[index + 1]?.start ?? directoryAt]));
  return new Map(
    entries.map((entry) => {
      const end = endOf.get(entry) ?? 0;
      if (entry.start + LOCAL_HEADER_BYTES + entry.packedBytes > end) {
        throw unreadable("The file is damaged: its parts overlap.");
      }
      return [entry.name, { ...entry, end }];
    }),
  );
}
