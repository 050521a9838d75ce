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
import { readAnswerSchema } from "../domain/structured/read-schema.ts";
import type { ChatLogEntry, Controller, RejectedValue, ToolsReply, ToolsRequest } from "../planning/index.ts";
import { cleanReply } from "../response/spoken/clean-words.ts";
import { faultsOf } from "../response/structured/check-value.ts";
import type { PlannedBy } from "./ask-controller.ts";

/** The first decision and one with its faults put right. */
const MAX_TRIES = 2;

/** What became of a caller's tools: calls or words, with which planning ends; or nothing, with which it goes on. */
export type ToolUse = PlannedBy | { readonly planned: null; readonly notes: readonly string[] };

const NOT_NEEDED: ToolUse = { planned: null, notes: [] };

/**
 * Decides whether tools of the caller's are called, before anything is planned. Arguments that do not keep to a tool's
 * schema are put right once. Where no language model decides it, or it fails, the run goes on without the tools, unless
 * one of them has to be called.
 */
export async function useTools(controller: Controller, request: ToolsRequest): Promise<ToolUse> {
  const { offer } = request;
  const isRequired = offer.choice === "required";
  if (!controller.useTools)
    return isRequired ? failed("misconfigured", "No language model calls tools here") : NOT_NEEDED;
  let rejected: RejectedValue | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let decided: ToolsReply;
    try {
      decided = await controller.useTools({ ...request, ...(rejected ? { rejected } : {}) });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      if (isRequired) return failed(thrown.code, thrown.message);
      return without(`The language model could not decide whether to call a tool of yours (${thrown.message}).`);
    }
    const { by, calls, reply, said } = decided;
    const faults = faultsIn(calls, offer);
    if (faults.length > 0) {
      rejected = { said, faults };
      continue;
    }
    if (calls.length > 0) return asking(calls.map(toCall), by);
    if (reply !== null) {
      const sources = [request.text, offer.instructions, ...offer.called.map(({ result }) => result)].join("\n");
      return { planned: { as: "reply", text: cleanReply(reply, sources) }, controller: by };
    }
    return NOT_NEEDED;
  }
  const why = `The language model called tools of yours in a way that does not keep to them (${told(rejected?.faults)})`;
  return isRequired ? failed("provider-rejected", why) : without(`${why}, so that none was called.`);
}

/** The calls that were made for a message, as turns of its chat. */
export const turnsOfCalls = (called: readonly AnsweredCall[]): readonly ChatLogEntry[] =>
  called.map((call) => ({ role: "assistant", text: callInWords(call), resources: [] }));

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
function faultsIn(calls: readonly DecidedCall[], { tools, choice, isParallel }: ToolOffer): readonly Issue[] {
  const most = isParallel ? MAX_CALLS : 1;
  if (calls.length > most) return [{ path: "calls", message: `may be ${most} at most` }];
  if (calls.length === 0 && choice === "required") return [{ path: "calls", message: "one has to be called" }];
  return calls.flatMap(({ tool: name, arguments: given }, at) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) return [{ path: `calls.${at}.tool`, message: "is no name of `tools`" }];
    return argumentFaults(tool, given).map(({ path, message }) => ({
      path: ["calls", at, "arguments", path].filter((part) => part !== "").join("."),
      message,
    }));
  });
}

/**
 * What is wrong with the arguments of a call. Each is held to its own schema where that is of the subset that answers are
 * held to as well; of any other schema, only which arguments there must and may be is checked.
 */
export function argumentFaults({ parameters }: Pick<CallerTool, "parameters">, given: JsonValue): readonly Issue[] {
  if (!isObject(given)) return [{ path: "", message: "must be an object" }];
  const { required, additionalProperties, $defs, definitions } = parameters;
  const properties: Readonly<Record<string, unknown>> = isRecord(parameters.properties) ? parameters.properties : {};
  const missing = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === "string" && !Object.hasOwn(given, name),
  );
  const unknown =
    additionalProperties === false ? Object.keys(given).filter((name) => !Object.hasOwn(properties, name)) : [];
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(properties, name)) return [];
    const known = { ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) };
    const alone = { type: "object", properties: { [name]: properties[name] }, required: [name], ...known };
    const schema = readAnswerSchema(alone);
    return schema.ok ? faultsOf({ [name]: value }, { schema: schema.value }) : [];
  });
  return [
    ...missing.map((name) => ({ path: String(name), message: "has to be given" })),
    ...unknown.map((name) => ({ path: name, message: "is no argument of this tool" })),
    ...wrong,
  ];
}
