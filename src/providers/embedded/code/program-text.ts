import { AppError } from "../../../domain/errors.ts";

/** A thousand lines; a longer one is no small program. */
export const MAX_PROGRAM_CHARS = 50_000;

const FENCED = /^```[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)\n?```$/;
/** How a code fence calls what runs here. */
const JAVASCRIPT: ReadonlySet<string> = new Set(["", "js", "javascript", "mjs", "cjs", "ecmascript", "node", "nodejs"]);

/** A function of all inputs, taken or seen, by its name: models write one though they are asked for its body. */
const FUNCTION_OF_INPUTS =
  /^(?:(?:async )?function ([A-Za-z_$][\w$]*) ?\((?:inputs)?\)|(?:const|let|var) ([A-Za-z_$][\w$]*) ?= ?(?:async )?(?:function ?)?(?:\((?:inputs)?\)|inputs))/;

/** A program that is a function which nothing calls, with a call of it. "function sum(inputs) {…}" → "…\nreturn sum(inputs);" */
function called(program: string): string {
  const written = program.trim();
  const [, declared, assigned] = FUNCTION_OF_INPUTS.exec(written) ?? [];
  const name = declared ?? assigned;
  if (name === undefined || written.split(name).length > 2 || !/\};?$/.test(written)) return program;
  return `${program}\nreturn ${name}(inputs);`;
}

/**
 * The program itself, without the code fence around it.
 * @throws {AppError} `unsupported-input` for none, and for a fence that names another language; `resource-too-large`
 */
export function programIn(code: string): string {
  if (code.length > MAX_PROGRAM_CHARS) {
    const [has, most] = [code.length, MAX_PROGRAM_CHARS].map((count) => count.toLocaleString("en"));
    throw new AppError("resource-too-large", `The program has ${has} characters; ${most} at most run here.`);
  }
  const [, language = "", inside = code] = FENCED.exec(code.trim()) ?? [];
  if (!JAVASCRIPT.has(language.toLowerCase())) {
    throw new AppError("unsupported-input", `Only JavaScript runs here; this program is marked as ${language}.`);
  }
  if (inside.trim() === "") throw new AppError("unsupported-input", "The program is empty.");
  return called(inside);
}
