import { type Failure, failure } from "../errors.ts";
import { err, ok, type Result } from "../result.ts";
import { type FieldPath, writePath } from "./template.ts";

/** Of all fields of a delivery together: they are in memory at once. */
const MAX_FIELDS_CHARS = 2 * 1024 * 1024;
/** Of a name: it stands in the request. */
const MAX_NAME_CHARS = 60;

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

  /** The name that a field's file has; the same field has one file, however often it is named. */
  nameOf(path: FieldPath, text: string): string {
    const written = writePath(path);
    const known = this.#files.get(written);
    if (known) return known.name;
    const name = this.#newName(path);
    this.#files.set(written, { name, text: text.toWellFormed().replaceAll(UNTEXTUAL, "\ufffd") });
    return name;
  }

  all(): Result<readonly FieldFile[], Failure> {
    const files = [...this.#files.values()];
    const chars = files.reduce((sum, { text }) => sum + text.length, 0);
    if (chars <= MAX_FIELDS_CHARS) return ok(files);
    return err(
      failure("resource-too-large", `The fields of a delivery may hold ${MAX_FIELDS_CHARS} characters in all`),
    );
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
