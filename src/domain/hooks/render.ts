import { isAddress, MAX_ADDRESS_CHARS } from "../addresses.ts";
import { type Failure, failure, type Issue } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { err, ok, type Result } from "../result.ts";
import type { Recipe, Scalar } from "./hook.ts";
import {
  type FieldPath,
  fillPlan,
  isMissing,
  type Payload,
  parsePath,
  parseTemplate,
  type Template,
  valueAt,
  writePath,
} from "./template.ts";

/** The message made of a delivery. Texts of the payload become files, so that the words are the owner's alone. */
export interface Rendered {
  readonly text: string;
  /** Fields of the payload, in the order that the text names them. */
  readonly files: readonly FieldFile[];
  /** Addresses of files, not yet vetted. */
  readonly urls: readonly string[];
  /** Deliveries of a hook with equal keys share a conversation; null for a new one. */
  readonly key: string | null;
  readonly plan?: JsonValue;
}

/** Why a delivery becomes no run although nothing is wrong with it. */
interface Skipped {
  readonly skipped: string;
}

/** Longer values are not accepted as keys. */
const MAX_KEY_CHARS = 1_000;

/**
 * Makes a message of a payload. No text of the payload gets into the words of the request, where a planner would read
 * it: a text becomes a file that the words name, and only numbers, truth values and what the owner lists in `choices`
 * stand in them. So whatever a text says, the request reads the same.
 * @returns `invalid-request` with each field that is missing or not as it must be, `resource-too-large`
 */
export function renderDelivery(recipe: Recipe, payload: Payload): Result<Rendered | Skipped> {
  const unwanted = firstUnwanted(recipe.only, payload);
  if (unwanted !== null) return ok({ skipped: `${unwanted} has none of the values that this hook is for` });
  const rendering = new Rendering(recipe, payload);
  const text = rendering.words(recipe.template);
  const urls = recipe.resources.flatMap((template) => rendering.address(template));
  const key = recipe.conversationKey === undefined ? null : rendering.key(recipe.conversationKey);
  const plan = recipe.plan === undefined ? null : fillPlan(recipe.plan, (path) => rendering.literal(path));
  if (rendering.missing.length > 0 && recipe.missing === "skip") {
    return ok({ skipped: `${rendering.missing.join(", ")} is missing or empty` });
  }
  if (rendering.issues.length > 0) return err(rendering.fault());
  const files = rendering.files.all();
  if (!files.ok) return files;
  return ok({ text, files: files.value, urls, key, ...(plan === null ? {} : { plan }) });
}

/** The first path that has none of the values it must have, or null. */
function firstUnwanted(only: Recipe["only"], payload: Payload): string | null {
  for (const [written, values] of Object.entries(only)) {
    const path = parsePath(written);
    const value = path.ok ? valueAt(payload, path.value) : undefined;
    if (!values.some((one) => one === value)) return written;
  }
  return null;
}

/** One delivery on its way to a message, with what is wrong with it. */
class Rendering {
  readonly issues: Issue[] = [];
  readonly missing: string[] = [];
  readonly files = new FieldFiles();
  readonly #recipe: Recipe;
  readonly #payload: Payload;

  constructor(recipe: Recipe, payload: Payload) {
    this.#recipe = recipe;
    this.#payload = payload;
  }

  words(template: string): string {
    return this.#fill(template, (value, path) => {
      const written = writePath(path);
      const choices = Object.hasOwn(this.#recipe.choices, written) ? this.#recipe.choices[written] : undefined;
      if (choices !== undefined) return this.#choose(value, choices, written);
      if (typeof value === "number" || typeof value === "boolean") return String(this.#scalar(value, path));
      return this.files.nameOf(path, value);
    });
  }

  /** The address that a template comes to; none where a field of it is missing. */
  address(template: string): readonly string[] {
    const before = this.missing.length;
    const isWhole = partsOf(template.trim()).length === 1;
    const url = this.#fill(template.trim(), (value, path) => {
      const part = String(this.#scalar(value, path));
      return isWhole ? part : encodeURIComponent(part.toWellFormed());
    });
    if (this.missing.length > before || this.issues.length > 0) return [];
    const shown = template.slice(0, MAX_SHOWN_CHARS);
    if (url.length > MAX_ADDRESS_CHARS || !isAddress(url)) this.#wrong(shown, "does not come to an address");
    else if (!isWhole && DOT_SEGMENT.test(url)) this.#wrong(shown, "leads elsewhere with a field that is dots");
    else return [url];
    return [];
  }

  /** The values of its fields, each told apart from its neighbours. */
  key(template: string): string {
    const paths = partsOf(template).flatMap((piece) => (piece.as === "field" ? [piece.path] : []));
    const key = JSON.stringify(paths.map((path) => this.#valueOrNull(path)));
    return key.length <= MAX_KEY_CHARS
      ? key
      : this.#wrong("conversationKey", `has more than ${MAX_KEY_CHARS} characters`);
  }

  literal(path: FieldPath): Scalar {
    return this.#valueOrNull(path) ?? "";
  }

  fault(): Failure {
    const some = this.issues.slice(0, MAX_ISSUES);
    return { ...failure("invalid-request", "The delivery does not fit this hook's template"), issues: some };
  }

  #fill(template: string, write: (value: Exclude<JsonValue, null>, path: FieldPath) => string): string {
    return partsOf(template)
      .map((piece) => {
        if (piece.as === "words") return piece.text;
        const value = valueAt(this.#payload, piece.path);
        return isMissing(value) ? this.#lack(piece.path) : write(value, piece.path);
      })
      .join("");
  }

  /** Null where it is missing, which is taken note of. */
  #valueOrNull(path: FieldPath): Scalar | null {
    const value = valueAt(this.#payload, path);
    if (!isMissing(value)) return this.#scalar(value, path);
    this.#lack(path);
    return null;
  }

  #scalar(value: JsonValue, path: FieldPath): Scalar {
    if (typeof value === "object") return this.#wrong(writePath(path), "must be a text, a number or a truth value");
    return value;
  }

  #choose(value: JsonValue, choices: readonly string[], path: string): string {
    const chosen = choices.find((choice) => choice === value);
    return chosen ?? this.#wrong(path, `must be one of: ${choices.join(", ")}`);
  }

  #lack(path: FieldPath): string {
    const written = writePath(path);
    this.missing.push(written);
    return this.#recipe.missing === "refuse" ? this.#wrong(written, "is missing or empty") : "";
  }

  #wrong(path: string, message: string): string {
    this.issues.push({ path, message });
    return "";
  }
}

const MAX_ISSUES = 20;
const MAX_SHOWN_CHARS = 100;
/** A path segment that URLs read as "." or "..", also percent-encoded. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

/** Parses a template that was validated when its hook was created. */
function partsOf(template: string): Template {
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new Error(`The template of a hook ${parsed.error}`);
  return parsed.value;
}

/** Characters of all fields of a delivery together, as they are in memory at once. */
export const MAX_FIELDS_CHARS = 2 * 1024 * 1024;
/** Characters of a file's name, which appears in the request. */
const MAX_NAME_CHARS = 60;
/** Longer JSON is not indented: indentation can make deeply nested JSON a hundred times as long. */
const MAX_LAID_OUT_CHARS = 16 * 1024;

/** Control characters that do not occur in text files. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNTEXTUAL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/g;

export interface FieldFile {
  readonly name: string;
  readonly text: string;
}

/** The fields of a delivery as files. Names are made of paths, which the owner wrote; never of what is in a field. */
class FieldFiles {
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
