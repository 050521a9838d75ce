/** Where the program and its inputs come in, as the prelude gives it. */
export const PRELUDE_FILE = "impresario.js";
/** The name by which a program's lines are told in the stack of an error. */
export const PROGRAM_FILE = "program.js";

/** Of what a program prints, and of what it returns as JSON: some sixty pages. What is larger is no answer but a dump. */
export const MAX_OUTPUT_CHARS = 200_000;
/** Of an error's name and message, each, and of the stack that its line is read from. */
const MAX_ERROR_CHARS = 500;

/**
 * JavaScript that runs in QuickJS before the program, in the same realm: gives it `print` and `console`, takes the clock
 * away, and makes chance the same each time. Its value is what the host talks to. Programs may change whatever they reach;
 * what this needs afterwards it keeps itself, and it hands the host nothing but strings.
 */
export const PRELUDE = `(function () {
  "use strict";
  const { parse, stringify } = JSON;
  const { from } = Array;
  const { apply, construct } = Reflect;
  const { slice, replaceAll } = String.prototype;
  const { then } = Promise.prototype;
  const [ThisDate, ThisError, ThisMap, ThisSet, text] = [Date, Error, Map, Set, String];

  // Maps and sets as lists, and integers of any size as digits: JSON has none of them.
  const plain = (_, value) =>
    typeof value === "bigint" ? text(value)
    : value instanceof ThisMap || value instanceof ThisSet ? from(value)
    : value;
  const shown = (value) => {
    if (value instanceof ThisError) return text(value);
    if (typeof value !== "object" || value === null) return text(value);
    return stringify(value, plain) ?? text(value);
  };

  const MOST = ${MAX_OUTPUT_CHARS};
  let printed = "";
  let isOver = false;
  const print = (...values) => {
    let line = "";
    for (let at = 0; at < values.length; at += 1) line += (at === 0 ? "" : " ") + shown(values[at]);
    if (printed.length + line.length >= MOST) isOver = true;
    if (isOver) throw new ThisError("The program prints too much");
    printed += line + "\\n";
  };
  const console = { log: print, info: print, warn: print, error: print, debug: print };

  const noClock = () => {
    throw new ThisError('There is no clock here: give the time, as in new Date("2026-01-31")');
  };
  function ClocklessDate(...given) {
    if (new.target === undefined || given.length === 0) noClock();
    return construct(ThisDate, given, new.target);
  }
  ClocklessDate.prototype = ThisDate.prototype;
  ClocklessDate.prototype.constructor = ClocklessDate;
  Object.assign(ClocklessDate, { now: noClock, parse: ThisDate.parse, UTC: ThisDate.UTC });
  Object.defineProperty(ClocklessDate, "name", { value: "Date" });

  // Mulberry32, from the same seed each time.
  let seed = 1;
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  Object.assign(globalThis, { print, console, Date: ClocklessDate });
  Object.assign(Math, { random });
  delete globalThis.performance;

  const told = (value) => {
    try {
      return apply(slice, text(value), [0, ${MAX_ERROR_CHARS}]);
    } catch {
      return "";
    }
  };
  const outcome = { state: "pending", value: "", name: "", message: "", stack: "" };
  const fail = (error) => {
    outcome.state = "failed";
    // Without room for an error QuickJS throws null.
    if (error === null) outcome.state = "memory";
    const isError = error instanceof ThisError;
    try {
      outcome.name = isError ? told(error.name) : "";
      outcome.stack = isError ? told(error.stack) : "";
      outcome.message = told(isError ? error.message : shown(error));
    } catch {}
  };
  const settle = (value) => {
    try {
      outcome.value = stringify(value, plain) ?? "";
      outcome.state = outcome.value.length > MOST ? "large" : "done";
    } catch (error) {
      fail(error);
    }
  };
  return {
    run(program, inputs) {
      try {
        globalThis.inputs = parse(inputs);
        apply(then, program(), [settle, fail]);
      } catch (error) {
        fail(error);
      }
    },
    fail,
    state: () => (isOver ? "printed" : outcome.state),
    // Where strings end in C.
    printed: () => apply(replaceAll, printed, ["\\0", "\\ufffd"]),
    value: () => outcome.value,
    name: () => outcome.name,
    message: () => outcome.message,
    stack: () => outcome.stack,
  };
})()`;
