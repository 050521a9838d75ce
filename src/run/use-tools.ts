import {
  type AnsweredCall,
  type CallerTool,
  type CallerToolCall,
  callInWords,
  MAX_CALLS,
  type ToolOffer,
} from "../domain/caller-tools.ts";
import { AppError, failure, type Issue } from "../domain/errors.ts";
import type { Planned } from "../domain/events.ts";
import { isRecord, type JsonObject, type JsonValue } from "../domain/json.ts";
import type { ObjectSchema } from "../domain/structured/answer-schema.ts";
import { readAnswerSchema } from "../domain/structured/read-schema.ts";
import type { ChatLogEntry, Controller, RejectedValue, ToolsReply, ToolsRequest } from "../planning/index.ts";
import { cleanProgramReply } from "../response/spoken/clean-words.ts";
import { faultsOf } from "../response/structured/check-value.ts";
import type { PlannedBy } from "./ask-controller.ts";

/** The first decision and one with its faults put right. */
const MAX_TRIES = 2;

/** The first faults explain the others. */
const MAX_FAULTS = 20;
/** For both tries together: what is planned after them has the rest of the step (`LANGUAGE_STEP_TIMEOUT_MS`). */
const DECISION_DEADLINE_MS = 45_000;

/** What became of a caller's tools: calls or words, with which planning ends; or nothing, with which it goes on. */
export type ToolUse = PlannedBy | { readonly planned: null; readonly notes: readonly string[] };

const NOT_NEEDED: ToolUse = { planned: null, notes: [] };

/**
 * Decides whether tools of the caller's are called, before anything is planned. Arguments that do not keep to a tool's
 * schema are put right once. Where no language model decides it, or it fails, the run goes on without the tools, unless
 * one of them has to be called.
 */
export async function useTools(
  controller: Controller,
  request: ToolsRequest,
  deadline: AbortSignal = AbortSignal.timeout(DECISION_DEADLINE_MS),
): Promise<ToolUse> {
  const { offer } = request;
  const isRequired = offer.choice === "required";
  if (!controller.useTools)
    return isRequired ? failed("misconfigured", "No language model calls tools here") : NOT_NEEDED;
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
  const schemas = new ArgumentSchemas();
  let rejected: RejectedValue | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let decided: ToolsReply;
    try {
      decided = await controller.useTools({ ...request, signal, ...(rejected ? { rejected } : {}) });
    } catch (thrown) {
      const isLate = deadline.aborted && !request.signal?.aborted;
      const fault = isLate ? TOO_LATE : thrown;
      if (!(fault instanceof AppError)) throw fault;
      const { code, message } = fault;
      if (isRequired) return failed(code, message);
      return without(`The language model could not decide whether to call a tool of yours (${message}).`);
    }
    const { by, calls, reply, said } = decided;
    const faults = faultsIn(calls, offer, schemas).slice(0, MAX_FAULTS);
    if (faults.length > 0) {
      rejected = { said, faults };
      continue;
    }
    if (calls.length > 0) return asking(calls.map(toCall), by);
    // Without any results there is nothing to reply from: the system sees to the request.
    if (reply === null || offer.called.length === 0) return NOT_NEEDED;
    const sources = [request.text, offer.instructions, ...offer.called.map(({ result }) => result)].join("\n");
    return { planned: { as: "reply", ...cleanProgramReply(reply, sources) }, controller: by };
  }
  const why = `The language model called tools of yours in a way that does not keep to them (${told(rejected?.faults)})`;
  return isRequired ? failed("provider-rejected", why) : without(`${why}, so that none was called.`);
}

/** The calls that were made for a message, as turns of its chat. */
export const turnsOfCalls = (called: readonly AnsweredCall[]): readonly ChatLogEntry[] =>
  called.map((call) => ({ role: "assistant", text: callInWords(call), resources: [] }));

const TOO_LATE = new AppError("timeout", `It took longer than ${DECISION_DEADLINE_MS / 1000} s`);

const without = (note: string): ToolUse => ({ planned: null, notes: [note] });

const failed = (code: AppError["code"], message: string): PlannedBy => ({
  planned: { as: "failed", error: failure(code, message) },
  controller: "none",
});

function asking(calls: readonly CallerToolCall[], controller: string): PlannedBy {
  const names = [...new Set(calls.map(({ tool }) => `\`${tool}\``))];
  const text = `Before this can be answered, the program that asked has to call ${names.join(", ")}.`;
  const planned: Planned = { as: "reply", text, calls };
  return { planned, controller };
}

const told = (faults: readonly Issue[] = []): string =>
  faults.map(({ path, message }) => `${path}: ${message}`).join("; ");

type DecidedCall = ToolsReply["calls"][number];

const isObject = (value: JsonValue): value is JsonObject => isRecord(value);
const toCall = ({ tool, arguments: given }: DecidedCall): CallerToolCall => ({
  tool,
  arguments: isObject(given) ? given : {},
});

/** What is wrong with calls, by the place of each: `calls.0.arguments.city`. */
function faultsIn(
  calls: readonly DecidedCall[],
  { tools, choice, isParallel }: ToolOffer,
  schemas: ArgumentSchemas,
): readonly Issue[] {
  const most = isParallel ? MAX_CALLS : 1;
  if (calls.length > most) return [{ path: "calls", message: `may be ${most} at most` }];
  if (calls.length === 0 && choice === "required") return [{ path: "calls", message: "one has to be called" }];
  return calls.flatMap(({ tool: name, arguments: given }, at) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return [{ path: `calls.${at}.tool`, message: "is no name of `tools`" }];
    return argumentFaults(tool, given, schemas).map(({ path, message }) => ({
      path: ["calls", at, "arguments", path].filter((part) => part !== "").join("."),
      message,
    }));
  });
}

/**
 * What is wrong with the arguments of a call. Each is held to its own schema where that is of the subset that answers are
 * held to as well; of any other schema, only which arguments there must and may be is checked.
 */
export function argumentFaults(
  { parameters }: Pick<CallerTool, "parameters">,
  given: JsonValue,
  schemas: ArgumentSchemas,
): readonly Issue[] {
  if (!isObject(given)) return [{ path: "", message: "must be an object" }];
  const { required, additionalProperties, patternProperties } = parameters;
  const properties = propertiesOf(parameters);
  const missing = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === "string" && !Object.hasOwn(given, name),
  );
  const isClosed = additionalProperties === false && patternProperties === undefined;
  const unknown = isClosed ? Object.keys(given).filter((name) => !Object.hasOwn(properties, name)) : [];
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const schema = schemas.of(parameters, name);
    return schema ? faultsOf({ [name]: value }, { schema }) : [];
  });
  return [
    ...missing.map((name) => ({ path: String(name), message: "has to be given" })),
    ...unknown.map((name) => ({ path: name, message: "is no argument of this tool" })),
    ...wrong,
  ];
}

const propertiesOf = ({ properties }: JsonObject): Readonly<Record<string, unknown>> =>
  isRecord(properties) ? properties : {};

/** Of the schemas that one decision reads, with what they refer to: to read so many takes a tenth of a second. */
const MAX_READ_CHARS = 500_000;

/** The schemas of arguments, each read once, when it is first asked for. */
export class ArgumentSchemas {
  #roomChars = MAX_READ_CHARS;
  readonly #read = new Map<JsonObject, Map<string, ObjectSchema | null>>();

  /** The schema of an object with this argument alone; null where it is not understood, or too much was read before. */
  of(parameters: JsonObject, name: string): ObjectSchema | null {
    const known = this.#read.get(parameters) ?? new Map<string, ObjectSchema | null>();
    this.#read.set(parameters, known);
    const schema = known.get(name) ?? (known.has(name) ? null : this.#readAnew(parameters, name));
    known.set(name, schema);
    return schema;
  }

  #readAnew(parameters: JsonObject, name: string): ObjectSchema | null {
    const properties = propertiesOf(parameters);
    if (this.#roomChars <= 0 || !Object.hasOwn(properties, name)) return null;
    const { $defs, definitions } = parameters;
    const referred = {
      ...($defs === undefined ? {} : { $defs }),
      ...(definitions === undefined ? {} : { definitions }),
    };
    const alone = { type: "object", properties: { [name]: properties[name] }, required: [name], ...referred };
    this.#roomChars -= JSON.stringify(alone).length;
    if (this.#roomChars < 0) return null;
    const schema = readAnswerSchema({ ...alone, additionalProperties: false }, { isExact: true });
    return schema.ok ? schema.value : null;
  }
}
