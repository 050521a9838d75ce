import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { AppError } from "../../../domain/errors.ts";
import type { JsonValue } from "../../../domain/json.ts";
import { beyond, inMachine, TOO_DEEP, TOO_MUCH_MEMORY } from "./machine.ts";
import { MAX_OUTPUT_CHARS, PRELUDE, PRELUDE_FILE, PROGRAM_FILE } from "./prelude.ts";
import { programIn } from "./program-text.ts";

/** Of the inputs as JSON: reading as much takes a quarter of what a program may do. */
const MAX_INPUT_CHARS = 1_000_000;
/** Steps of promises; without a clock and a network there is nothing to wait for. */
const MAX_JOBS = 10_000;
/** Of lists and objects in one another: what reads a value by calling itself must not run out of stack. */
const MAX_DEPTH = 100;

export interface Program {
  /** JavaScript: the body of an async function, which may stand in a code fence. */
  readonly code: string;
  /** What it sees as the array `inputs`. */
  readonly inputs: readonly JsonValue[];
}

export interface ProgramResult {
  /** What it printed, with a line end after each call of `print` or `console.log`. */
  readonly printed: string;
  /** What it returned; undefined where that was nothing, or nothing that JSON can say. */
  readonly value: JsonValue | undefined;
}

/**
 * Runs a program in a QuickJS of its own, in WebAssembly. It has the language and its inputs: no network, no clock, and
 * the same chance each time. It holds the thread for some 100 ms, and for less than half a second at worst.
 * @throws {AppError} `unsupported-input` for another language, and for a program that throws, with the line;
 *   `resource-too-large` for a program or inputs above their bounds; `resource-too-complex`, which says why, for one that
 *   does, takes or gives too much
 */
export async function runProgram({ code, inputs }: Program): Promise<ProgramResult> {
  const program = programIn(code);
  const json = JSON.stringify(inputs);
  if (json.length > MAX_INPUT_CHARS) {
    const [has, most] = [json.length, MAX_INPUT_CHARS].map((count) => count.toLocaleString("en"));
    throw new AppError("resource-too-large", `The inputs have ${has} characters as JSON; a program takes ${most}.`);
  }
  return inMachine((context) => resultOf(context, program, json));
}

/** @param inputs as JSON, which never becomes a part of the source */
function resultOf(context: QuickJSContext, program: string, inputs: string): ProgramResult {
  const host = context.unwrapResult(context.evalCode(PRELUDE, PRELUDE_FILE));
  const read = (name: string): string => context.getString(called(context, host, name));
  const compiled = context.evalCode(`(async function () {${program}\n})`, PROGRAM_FILE);
  if (compiled.error) called(context, host, "fail", compiled.error);
  else called(context, host, "run", compiled.value, context.newString(inputs));
  context.runtime.executePendingJobs(MAX_JOBS);
  const state = read("state");
  if (state === "done") return { printed: read("printed"), value: returned(read("value")) };
  const why = UNDONE[state];
  if (why !== undefined) throw beyond(why);
  const error: Thrown = { name: read("name"), message: read("message"), stack: read("stack") };
  throw failed(error, program, compiled.error === undefined);
}

const called = (
  context: QuickJSContext,
  host: QuickJSHandle,
  name: string,
  ...given: readonly QuickJSHandle[]
): QuickJSHandle => context.unwrapResult(context.callFunction(context.getProp(host, name), host, ...given));

/** The states of a program that neither returned nor threw. */
const UNDONE: Readonly<Record<string, string>> = {
  pending: `it waits for a promise that does not settle within ${MAX_JOBS.toLocaleString("en")} steps`,
  printed: `it prints more than ${MAX_OUTPUT_CHARS.toLocaleString("en")} characters`,
  large: `it returns more than ${MAX_OUTPUT_CHARS.toLocaleString("en")} characters of JSON`,
  memory: TOO_MUCH_MEMORY,
};

/** An error as the program threw it; what was thrown but is none has only a message. */
interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** What QuickJS throws in a program for its own limits. */
const LIMITS: Readonly<Record<string, string>> = {
  "out of memory": TOO_MUCH_MEMORY,
  "string too long": TOO_MUCH_MEMORY,
  "stack overflow": TOO_DEEP,
};

function failed({ name, message, stack }: Thrown, program: string, isParsed: boolean): AppError {
  const limit = name === "InternalError" ? LIMITS[message] : undefined;
  if (limit !== undefined) return beyond(limit);
  const told = [name, message].filter((part) => part !== "").join(": ");
  const at = Number(new RegExp(`${PROGRAM_FILE}:(\\d+)`).exec(stack)?.[1] ?? 0);
  // What is missing at the end is missed on the line after it.
  const place = at === 0 ? "" : ` in line ${Math.min(at, program.split("\n").length)}`;
  const text = isParsed
    ? `The program failed${place}: ${told}`
    : `Only JavaScript runs here, and this is none${place}: ${told}`;
  return new AppError("unsupported-input", text);
}

/** @throws {AppError} `resource-too-complex` for what is nested too deeply */
function returned(json: string): JsonValue | undefined {
  if (json === "") return undefined;
  const value: JsonValue = JSON.parse(json);
  if (isDeeper(value, MAX_DEPTH)) throw beyond(`it returns lists and objects more than ${MAX_DEPTH} deep`);
  return value;
}

const isDeeper = (value: JsonValue, most: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (most === 0 || Object.values(value).some((item) => isDeeper(item, most - 1)));
