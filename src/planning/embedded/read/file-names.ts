import { addressAt } from "../../../domain/addresses.ts";
import { baseKind } from "../../../domain/kinds.ts";
import type { Resource } from "../../../domain/resources.ts";
import { kindOfFileName, type MaterialPart } from "./parts.ts";

/** File systems allow no more in one name. */
export const MAX_FILE_NAME_CHARS = 255;
/** One name is looked for in no more places than this. */
const MAX_PLACES = 128;

/** A part that starts here, or words that are none up to `end`. */
export interface FoundPart {
  readonly part: MaterialPart | null;
  readonly end: number;
}

/** Lower case that keeps every position: some letters outside ASCII grow. */
export const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
export const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char);
const PATH_CHARS = /[\w./\\~-]/;

/** A name that could be an everyday word is not looked for: "photo" is no file unless it is "photo.jpg". */
const TELLING_NAME = /\.\w{1,8}$|[_\d]/;

/** Where the names of known resources stand, with the path written before them: start → resource and end. */
export function findNames(text: string, known: readonly Resource[]): ReadonlyMap<number, FoundPart> {
  const found = new Map<number, FoundPart>();
  const lower = lowerAscii(text);
  const seen = new Set<string>();
  for (const resource of known) {
    const name = lowerAscii(resource.name);
    if (name.length < 3 || name.length > MAX_FILE_NAME_CHARS || !TELLING_NAME.test(name) || seen.has(name)) continue;
    seen.add(name);
    for (
      let at = lower.indexOf(name), count = 0;
      at !== -1 && count < MAX_PLACES;
      at = lower.indexOf(name, at + name.length), count++
    ) {
      const end = at + name.length;
      if (isWordChar(text[at - 1]) || isWordChar(text[end]) || (text[end] === "." && isWordChar(text[end + 1])))
        continue;
      let start = at;
      while (start > 0 && at - start < MAX_FILE_NAME_CHARS && PATH_CHARS.test(text[start - 1] ?? "")) start--;
      // Of "a.jpg" and "data.jpg" at one place the longer is meant.
      const before = found.get(start);
      if (!before || before.end < end) found.set(start, { part: fileOf(resource), end });
    }
  }
  return found;
}

/** A part for a known resource. */
export const fileOf = (resource: Resource): MaterialPart => ({
  as: "file",
  name: resource.name,
  kind: baseKind(resource.kind),
  resource,
  letter: null,
});
/** A part for a name or address of nothing that is known. */
export const unknownFile = (name: string): MaterialPart => ({
  as: "file",
  name,
  kind: kindOfFileName(name) ?? null,
  resource: null,
  letter: null,
});

/** The known name that stands here and ends within `limit`. */
export function readName(names: ReadonlyMap<number, FoundPart>, at: number, limit: number): FoundPart | null {
  const found = names.get(at);
  return found && found.end <= limit ? found : null;
}

/** An address that stands here. */
export function readAddress(
  text: string,
  at: number,
  limit: number,
  urls: ReadonlyMap<string, Resource>,
): FoundPart | null {
  if (text[at] !== "h" && text[at] !== "H") return null;
  const address = addressAt(text, at, limit);
  if (address === null) return null;
  const resource = urls.get(address) ?? urls.get(`${address}/`);
  return { part: resource ? fileOf(resource) : unknownFile(address), end: at + address.length };
}

const FILE_WORD = /[^\s"'`<>()[\]{},;!?|:“”‘’«»„]+/y;

/** A word that ends like a file of a known type. A word that is none is passed over whole, so each is looked at once. */
export function readFile(text: string, at: number, limit: number, plainUntil: number): FoundPart | null {
  if (at < plainUntil || isWordChar(text[at - 1])) return null;
  FILE_WORD.lastIndex = at;
  const word = FILE_WORD.exec(text)?.[0];
  if (word === undefined) return null;
  const end = Math.min(at + word.length, limit);
  const name = text.slice(at, end).replace(/\.+$/, "");
  const isName = name.length <= MAX_FILE_NAME_CHARS && kindOfFileName(name) !== undefined;
  return isName ? { part: unknownFile(name), end: at + name.length } : { part: null, end };
}
