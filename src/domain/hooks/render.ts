import { isAddress, MAX_ADDRESS_CHARS } from "../addresses.ts";
import { type Failure, failure, type Issue } from "../errors.ts";
import type { JsonValue } from "../json.ts";
import { err, ok, type Result } from "../result.ts";
import { type FieldFile, FieldFiles } from "./field-files.ts";
import type { Recipe } from "./hook.ts";
import { isMissing, type Payload, valueAt } from "./payload.ts";
import { fillPlan } from "./plan.ts";
import { type FieldPath, parsePath, parseTemplate, type Template, writePath } from "./template.ts";

/** What a delivery says, as a message: its texts are files, so that the words are the owner's alone. */
export interface Rendered {
  readonly text: string;
  /** Fields of the payload, in the order that the text names them. */
  readonly files: readonly FieldFile[];
  /** Addresses of files, not yet vetted. */
  readonly urls: readonly string[];
  /** What tells the conversations of a hook apart; null for one of its own. */
  readonly key: string | null;
  readonly plan?: JsonValue;
}

/** Why a delivery becomes no run although nothing is wrong with it. */
export interface Skipped {
  readonly skipped: string;
}

/** Longer keys are no keys. */
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
      if (typeof value === "number" || typeof value === "boolean") return String(value);
      return this.files.nameOf(path, typeof value === "string" ? value : JSON.stringify(value, null, 2));
    });
  }

  /** The address that a template comes to; none where a field of it is missing. */
  address(template: string): readonly string[] {
    const before = this.missing.length;
    const isWhole = partsOf(template.trim()).length === 1;
    const url = this.#fill(template.trim(), (value, path) => {
      if (typeof value === "object") return this.#wrong(writePath(path), "must be an address or a part of one");
      return isWhole ? String(value) : encodeURIComponent(String(value).toWellFormed());
    });
    if (this.missing.length > before || this.issues.length > 0) return [];
    if (url.length <= MAX_ADDRESS_CHARS && isAddress(url)) return [url];
    this.#wrong(template.slice(0, MAX_SHOWN_CHARS), "does not come to an address");
    return [];
  }

  /** The values of its fields, each told apart from its neighbours. */
  key(template: string): string {
    const values: JsonValue[] = [];
    this.#fill(template, (value, path) => {
      if (typeof value === "object") return this.#wrong(writePath(path), "must be a text, a number or a truth value");
      values.push(value);
      return "";
    });
    const key = JSON.stringify(values);
    return key.length <= MAX_KEY_CHARS
      ? key
      : this.#wrong("conversationKey", `has more than ${MAX_KEY_CHARS} characters`);
  }

  literal(path: FieldPath): string | number | boolean {
    const value = valueAt(this.#payload, path);
    if (isMissing(value)) return this.#lack(path);
    if (typeof value === "object") return this.#wrong(writePath(path), "must be a text, a number or a truth value");
    return value;
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

/** A template that was checked when its hook was made. */
function partsOf(template: string): Template {
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new Error(`The template of a hook ${parsed.error}`);
  return parsed.value;
}
