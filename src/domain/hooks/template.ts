import type { JsonValue } from "../json.ts";
import { err, ok, type Result } from "../result.ts";

/** Longer texts belong in a file. */
export const MAX_TEMPLATE_CHARS = 10_000;
/** Places for fields in one template; with the resources of a hook they stay below what a message may hold. */
export const MAX_TEMPLATE_FIELDS = 16;
/** Deeper than any payload that people write templates for. */
const MAX_PATH_STEPS = 16;
const MAX_NAME_CHARS = 100;

/** The roots of paths: the payload, or the kind of event if the source states it. */
const ROOTS = ["body", "event"] as const;
type Root = (typeof ROOTS)[number];

/** A path to a field of a payload. */
export interface FieldPath {
  readonly root: Root;
  readonly steps: readonly (string | number)[];
}

type TemplatePiece =
  | { readonly as: "words"; readonly text: string }
  | { readonly as: "field"; readonly path: FieldPath };
/** A parsed template: literal text, and placeholders for fields of the payload. */
export type Template = readonly TemplatePiece[];

const OPEN = "{{";
const CLOSE = "}}";
const NAME = /^[A-Za-z_$][\w$-]*$/;
const INDEX = /^\d{1,6}$/;

/** Takes a template apart, or says in plain words what is wrong with it. There is nothing in it but `{{path}}`. */
export function parseTemplate(text: string): Result<Template, string> {
  if (text.length > MAX_TEMPLATE_CHARS) return err(`holds more than ${MAX_TEMPLATE_CHARS} characters`);
  const pieces: TemplatePiece[] = [];
  let fields = 0;
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf(OPEN, at);
    const end = open === -1 ? text.length : open;
    if (end > at) pieces.push({ as: "words", text: text.slice(at, end) });
    if (open === -1) break;
    const close = text.indexOf(CLOSE, open);
    if (close === -1) return err(`has "${OPEN}" without "${CLOSE}"`);
    const path = parsePath(text.slice(open + OPEN.length, close).trim());
    if (!path.ok) return path;
    if (++fields > MAX_TEMPLATE_FIELDS) return err(`has more than ${MAX_TEMPLATE_FIELDS} fields`);
    pieces.push({ as: "field", path: path.value });
    at = close + CLOSE.length;
  }
  return ok(pieces);
}

/** Reads `body.items[0].name`, which may be written `body.items.0.name`. */
export function parsePath(text: string): Result<FieldPath, string> {
  const shown = text.length > MAX_NAME_CHARS ? `${text.slice(0, MAX_NAME_CHARS)}…` : text;
  const [first, ...steps] = text.replaceAll(/\[(\d+)\](?=[.[]|$)/g, ".$1").split(".");
  const root = ROOTS.find((one) => one === first);
  if (root === undefined) return err(`names "${shown}": a path begins with ${ROOTS.join(" or ")}`);
  if (steps.length > MAX_PATH_STEPS) return err(`names "${shown}", which has more than ${MAX_PATH_STEPS} steps`);
  const isStep = (step: string): boolean => INDEX.test(step) || (NAME.test(step) && step.length <= MAX_NAME_CHARS);
  if (!steps.every(isStep)) return err(`names "${shown}", which is no path such as body.items[0].name`);
  return ok({ root, steps: steps.map((step) => (INDEX.test(step) ? Number(step) : step)) });
}

/** The one way of writing a path. */
export const writePath = ({ root, steps }: FieldPath): string =>
  root + steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");

/** The paths of a template, each once. */
export const pathsIn = (template: Template): readonly FieldPath[] => [
  ...new Map(template.flatMap((piece) => (piece.as === "field" ? [[writePath(piece.path), piece.path]] : []))).values(),
];

/** True when there is something to read besides the fields. */
export const hasWords = (template: Template): boolean =>
  template.some((piece) => piece.as === "words" && /\p{L}/u.test(piece.text));

/** The content of a delivery whose signature was verified. */
export interface Payload {
  readonly body: JsonValue;
  /** The kind of event, where the source tells it. */
  readonly event: string | null;
}

/** The value at a path; undefined if there is none. Only own properties of the payload can be reached. */
export function valueAt(payload: Payload, { root, steps }: FieldPath): JsonValue | undefined {
  let value: JsonValue | undefined = payload[root];
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Array.isArray(value) ? value[Number(step)] : Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/** Whether a value is absent, null or only white space. */
export const isMissing = (value: JsonValue | undefined): value is undefined | null | string =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Maximum nesting of a plan's JSON. */
const MAX_DEPTH = 16;

/** The path of a text that consists of a single field, otherwise null; in plans, fields inside a longer text are faults. */
function fieldAlone(text: string): FieldPath | null {
  const parsed = parseTemplate(text);
  const [only, ...others] = parsed.ok ? parsed.value : [];
  return only?.as === "field" && others.length === 0 ? only.path : null;
}

/** Why a plan is no valid template, in plain words; null if it is. */
export function faultOfPlan(plan: JsonValue, depth: number = MAX_DEPTH): string | null {
  if (depth === 0) return `is nested more than ${MAX_DEPTH} levels deep`;
  if (typeof plan === "string") {
    if (!plan.includes("{{") || fieldAlone(plan) !== null) return null;
    return "may hold a field as a whole argument only, such as {{body.text}}";
  }
  if (typeof plan !== "object" || plan === null) return null;
  for (const [name, value] of Object.entries(plan)) {
    if (name.includes("{{")) return "may hold no field in a name";
    const fault = faultOfPlan(value, depth - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** Fills a plan's fields in as literals, so that no value can act as an address, a file or another task's output. */
export function fillPlan(plan: JsonValue, literal: (path: FieldPath) => string | number | boolean): JsonValue {
  if (typeof plan === "string") {
    const path = fieldAlone(plan);
    return path === null ? plan : { literal: literal(path) };
  }
  if (typeof plan !== "object" || plan === null) return plan;
  if (Array.isArray(plan)) return plan.map((one: JsonValue) => fillPlan(one, literal));
  return Object.fromEntries(Object.entries(plan).map(([name, one]) => [name, fillPlan(one, literal)]));
}
