import { AppError } from "../errors.ts";

/** More causes say no more of where to look; a chain may also lead round in a circle. */
const MAX_CAUSES = 4;
/** V8 keeps ten unless it is told otherwise. */
const MAX_FRAMES = 10;
const MAX_STACK_CHARS = 20_000;

/** A class is named so; what is not may be anybody's words. */
const NAME = /^[A-Z]\w{0,63}$/;
/** As Node and the platform write theirs. */
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;
/** A function and where it stands: no quote, comma or letter that neither has. */
const FRAME = /^ {4}at [\w$.#<>@%+~/:\\[\]() -]{1,300}$/;

/**
 * What is logged of whatever was thrown: what it is, its code, and where it came from, and the same of what caused it.
 * Never a message, as these quote what was read: V8's own of JSON do. Never throws.
 */
export function describeFault(thrown: unknown): string {
  try {
    return chain(thrown).join("\n  caused by ");
  } catch {
    return "a fault that cannot be described";
  }
}

function chain(thrown: unknown): readonly string[] {
  const told: string[] = [];
  for (let next = thrown; told.length <= MAX_CAUSES; next = next.cause) {
    told.push(describeOne(next));
    if (!(next instanceof Error) || next.cause === undefined) break;
  }
  return told;
}

function describeOne(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a thrown ${thrown === null ? "null" : typeof thrown}`;
  const name = typeof thrown.name === "string" && NAME.test(thrown.name) ? thrown.name : "Error";
  const code = codeOf(thrown);
  return [code === null ? name : `${name} ${code}`, ...framesOf(thrown)].join("\n");
}

function codeOf(thrown: Error): string | null {
  if (thrown instanceof AppError) return thrown.code;
  const code = "code" in thrown ? thrown.code : null;
  if (typeof code === "number") return String(code);
  return typeof code === "string" && CODE.test(code) ? code : null;
}

/**
 * A stack begins with the message, which may look like frames: it is told by what it says. None where it is not there
 * any more, as nobody knows then where it ends.
 */
function framesOf({ message, stack }: Error): readonly string[] {
  if (typeof stack !== "string" || typeof message !== "string") return [];
  const end = message === "" ? endOfName(stack) : stack.indexOf(message);
  if (end === -1) return [];
  const [, ...lines] = stack.slice(end + message.length, end + message.length + MAX_STACK_CHARS).split("\n");
  return lines.filter((line) => FRAME.test(line)).slice(0, MAX_FRAMES);
}

/** Of an error without a message: a stack that goes on with one belongs to what the error was before. */
const endOfName = (stack: string): number => (/^\w+(?:\n|$)/.test(stack) ? 0 : -1);
