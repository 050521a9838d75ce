import { FlateErrorCode, unzipSync } from "fflate";
import { AppError } from "../../domain/errors.ts";
import { tooLarge, unreadable } from "./limits.ts";

/** A document of hundreds of pages with a picture on each has some hundreds. */
const MAX_PARTS = 5_000;
/** Of one part when unpacked, which takes some 100 ms; a sheet of 5,000 rows or a text of 300 pages has 5 MB. */
const MAX_PART_BYTES = 16 * 1024 * 1024;
/** Of all parts that are read together. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** An office file: parts under names such as `word/document.xml`, each unpacked when it is read. */
export interface Archive {
  has(name: string): boolean;
  /** @throws {AppError} `unreadable-resource` for a part that is missing or broken, `resource-too-large` beyond the limits */
  read(name: string): Uint8Array;
}

/**
 * Opens a ZIP archive by its central directory. What a part claims to unpack to is checked before it is unpacked, and
 * no more than that is written, so that neither a bomb nor a false claim takes memory.
 * @throws {AppError} `unreadable-resource` for what is no archive, `resource-too-large` for one with too many parts
 */
export function openArchive(file: Uint8Array): Archive {
  const sizes = new Map<string, number>();
  unzip(file, ({ name, originalSize }) => {
    if (sizes.size >= MAX_PARTS) throw tooLarge("The file", `${MAX_PARTS.toLocaleString("en")} parts`);
    sizes.set(name, originalSize);
    return false;
  });
  let unpacked = 0;
  return {
    has: (name) => sizes.has(name),
    read(name) {
      const size = sizes.get(name);
      if (size === undefined) throw unreadable(`The file lacks its part ${name}: it is damaged, or of another format.`);
      unpacked += size;
      if (size > MAX_PART_BYTES || unpacked > MAX_UNPACKED_BYTES) {
        throw tooLarge("The file", `${MAX_PART_BYTES / 1024 / 1024} MB a part when it is unpacked`);
      }
      // The last of a name, as the size above is.
      const part = unzip(file, (entry) => entry.name === name && entry.originalSize === size)[name];
      if (part === undefined || part.length !== size) throw unreadable(`The part ${name} of the file is damaged.`);
      return part;
    },
  };
}

function unzip(file: Uint8Array, filter: (entry: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(file, { filter });
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const cause = thrown instanceof Error && "code" in thrown ? (thrown.code as number) : null;
    if (cause === FlateErrorCode.UnknownCompressionMethod) {
      throw new AppError(
        "unsupported-input",
        "The file is packed in a way that is not read here, or locked with a password.",
      );
    }
    throw unreadable("The file is damaged: it cannot be unpacked.", thrown);
  }
}
