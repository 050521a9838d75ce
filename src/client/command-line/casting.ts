import type { JsonObject, JsonValue } from "../../domain/json.ts";
import type { ControllerName, PlanningMode, Selector } from "../../domain/selection.ts";
import type { CastingWishes } from "../client.ts";
import { oneOf } from "./one-of.ts";
import { UsageError } from "./usage-error.ts";

const SELECTORS = ["rules", "language"] as const satisfies readonly Selector[];
const CONTROLLERS = ["embedded", "openai", "workers-ai"] as const satisfies readonly ControllerName[];
const PLANNING_MODES = ["global", "formal"] as const satisfies readonly PlanningMode[];

/** What the options say of who takes part, as they were given. */
export interface CastingOptions {
  readonly constraints?: string | undefined;
  readonly licence?: readonly string[] | undefined;
  readonly avoid?: readonly string[] | undefined;
  readonly selection?: string | undefined;
  readonly controller?: string | undefined;
  readonly planning?: string | undefined;
}

/** Which models may be used, who chooses, plans and answers; what constraints say is left to the server. @throws {UsageError} */
export function readCasting(options: CastingOptions): CastingWishes {
  const { constraints, licence, avoid } = options;
  const given = constraints === undefined ? {} : readObject(constraints);
  const all: JsonObject = {
    ...given,
    ...beside(given, "licence", "allow", "licence", licence),
    ...beside(given, "model", "deny", "avoid", avoid),
  };
  const selection = oneOf(SELECTORS, "selection", options.selection);
  const controller = oneOf(CONTROLLERS, "controller", options.controller);
  const planning = oneOf(PLANNING_MODES, "planning", options.planning);
  return {
    ...(Object.keys(all).length === 0 ? {} : { constraints: all }),
    ...(selection ? { selection } : {}),
    ...(controller ? { controller } : {}),
    ...(planning ? { planning } : {}),
  };
}

function readObject(given: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(given);
    if (isObject(value)) return value;
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw new UsageError(`--constraints takes a JSON object, such as '{"size":{"max":7e9}}', not ${given}`);
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The part of the constraints that an option writes; two writers of one part would be a guess which is meant. */
function beside(
  given: JsonObject,
  part: string,
  side: "allow" | "deny",
  option: string,
  names: readonly string[] = [],
): JsonObject {
  if (names.length === 0) return {};
  if (names.some((name) => name.trim() === "")) throw new UsageError(`--${option} needs a name`);
  if (Object.hasOwn(given, part)) throw new UsageError(`Say it once: --${option}, or ${part} in --constraints`);
  return { [part]: { [side]: names } };
}
