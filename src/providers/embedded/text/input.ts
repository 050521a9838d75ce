import { AppError } from "../../../domain/errors.ts";
import type { Inputs, InputValue } from "../../provider.ts";
import type { WorkBudget } from "../work.ts";

/** About a hundred pages. The slowest expert of this folder then still needs only seconds of CPU. */
export const MAX_TEXT_CHARS = 200_000;

/** UTF-8 needs at most three bytes for each UTF-16 unit. */
const MAX_TEXT_BYTES = 3 * MAX_TEXT_CHARS;

/** A question is a sentence or a few; what is longer got here by mistake. */
export const MAX_QUESTION_CHARS = 2_000;

/**
 * The text at an input port that takes one.
 * @throws {AppError} `unsupported-input` when it is missing or blank, `resource-too-large` above `maxChars`.
 */
export async function readText(inputs: Inputs, port: string, maxChars = MAX_TEXT_CHARS): Promise<string> {
  const value = inputs[port]?.[0];
  if (value === undefined) throw new AppError("unsupported-input", `The input "${port}" is missing.`);
  return textOf(value, port, maxChars);
}

/** As `readText`; `null` where nothing is bound to the port. */
export async function readOptionalText(inputs: Inputs, port: string, maxChars: number): Promise<string | null> {
  return inputs[port]?.[0] === undefined ? null : readText(inputs, port, maxChars);
}

/** As `readText`, for a question. */
export const readQuestionText = (inputs: Inputs): Promise<string> => readText(inputs, "question", MAX_QUESTION_CHARS);

/**
 * As `readText`, for a port that takes several texts, of which there may be `most`.
 * @throws {AppError} `resource-too-complex` too, for more characters in all than one call may work on
 */
export async function readTexts(
  inputs: Inputs,
  port: string,
  most: number,
  work: Pick<WorkBudget, "admit">,
): Promise<readonly string[]> {
  const values = inputs[port] ?? [];
  if (values.length === 0) throw new AppError("unsupported-input", `The input "${port}" is missing.`);
  if (values.length > most) {
    throw new AppError(
      "resource-too-large",
      `At most ${most} texts fit the input "${port}"; these are ${values.length}.`,
    );
  }
  const texts: string[] = [];
  let characters = 0;
  // One after the other, so that no more is read than may be worked on.
  for (const value of values) {
    const text = await textOf(value, port, MAX_TEXT_CHARS);
    characters += text.length;
    work.admit("characters", characters, `What comes in at "${port}"`);
    texts.push(text);
  }
  return texts;
}

async function textOf(value: InputValue, port: string, maxChars: number): Promise<string> {
  const text = await value.text(MAX_TEXT_BYTES);
  if (text.length > maxChars) {
    const limit = maxChars.toLocaleString("en");
    throw new AppError(
      "resource-too-large",
      `The text at "${port}" has ${text.length.toLocaleString("en")} characters; at most ${limit} fit.`,
    );
  }
  if (text.trim() === "") throw new AppError("unsupported-input", `The text at "${port}" is empty.`);
  return text;
}
