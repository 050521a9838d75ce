import { type Failure, failure } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { err, ok, type Result } from "../result.ts";
import { type FieldPath, writePath } from "./template.ts";

/** Of all fields of a delivery together: they are in memory at once. */
export const MAX_FIELDS_CHARS = 2 * 1024 * 1024;
/** Of a name: it stands in the request. */
const MAX_NAME_CHARS = 60;
/** Longer JSON stays on one line: laid out, what is nested deep can be a hundred times as long. */
const MAX_LAID_OUT_CHARS = 16 * 1024;

/** Control characters that no text holds: with one in it a file is none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNTEXTUAL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/g;

export interface FieldFile {
  readonly name: string;
  readonly text: string;
}

/** The fields of a delivery as files. Names are made of paths, which the owner wrote; never of what is in a field. */
export class FieldFiles {
  readonly #files = new Map<string, FieldFile>();
  readonly #names = new Set<string>();
  #chars = 0;

  /** The name that a field's file has; the same field has one file, however often it is named. */
  nameOf(path: FieldPath, value: JsonValue): string {
    const written = writePath(path);
    const known = this.#files.get(written);
    if (known) return known.name;
    // Too much is refused in the end, and need not be in memory before.
    const text = this.#isTooMuch() ? "" : textOf(value);
    this.#chars += text.length;
    const name = this.#newName(path);
    this.#files.set(written, { name, text });
    return name;
  }

  all(): Result<readonly FieldFile[], Failure> {
    if (!this.#isTooMuch()) return ok([...this.#files.values()]);
    return err(
      failure("resource-too-large", `The fields of a delivery may hold ${MAX_FIELDS_CHARS} characters in all`),
    );
  }

  #isTooMuch(): boolean {
    return this.#chars > MAX_FIELDS_CHARS;
  }

  #newName({ root, steps }: FieldPath): string {
    const written = steps.join("-").replaceAll(/[^\w-]/g, "");
    const stem = written.slice(-MAX_NAME_CHARS).replace(/^-+/, "") || root;
    let name = `${stem}.txt`;
    for (let more = 2; this.#names.has(name.toLowerCase()); more++) name = `${stem}-${more}.txt`;
    this.#names.add(name.toLowerCase());
    return name;
  }
}

function textOf(value: JsonValue): string {
  if (typeof value === "string") return value.toWellFormed().replaceAll(UNTEXTUAL, "\ufffd");
  const compact = JSON.stringify(value);
  return compact.length > MAX_LAID_OUT_CHARS ? compact : JSON.stringify(value, null, 2);
}
