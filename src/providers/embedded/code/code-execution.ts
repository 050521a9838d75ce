import type { JsonValue } from "../../../domain/json.ts";
import type { InputValue } from "../../provider.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { MAX_TEXT_CHARS, readText } from "../text/input.ts";
import { readTable } from "../text/tables/read-table.ts";
import type { WorkBudget } from "../work.ts";
import { MAX_PROGRAM_CHARS } from "./program-text.ts";
import { type ProgramResult, runProgram } from "./run-program.ts";

/** UTF-8 needs at most three bytes for each UTF-16 unit. */
const MAX_INPUT_BYTES = 3 * MAX_TEXT_CHARS;

export const expert: EmbeddedExpert = {
  async run({ inputs }, { work }) {
    const code = await readText(inputs, "code", MAX_PROGRAM_CHARS);
    const values: JsonValue[] = [];
    let characters = code.length;
    // One after the other, so that no more is read than may be worked on.
    for (const value of inputs.inputs ?? []) {
      const given = await readInput(value, work);
      const { length } = JSON.stringify(given);
      characters += length;
      work.admit("characters", characters, "The program, with what it works on,");
      await work.spend("characters", length);
      values.push(given);
    }
    // QuickJS is made of its WebAssembly, and the program may take a turn and more.
    await work.rest();
    const result = await runProgram({ code, inputs: values });
    await work.rest();
    const { value } = result;
    return {
      outputs: {
        text: { as: "text", text: wordsOf(result) },
        ...(value === undefined ? {} : { data: { as: "data", data: value } }),
      },
    };
  },
};

/** Data as it is, a table as its rows, anything else as text. */
async function readInput(value: InputValue, work: Pick<WorkBudget, "admit">): Promise<JsonValue> {
  if (value.kind === "data") return value.json(MAX_INPUT_BYTES);
  const text = await value.text(MAX_INPUT_BYTES);
  if (value.kind !== "table") return text;
  const { columns, rows } = readTable(text);
  // A small table of many rows under long names is a large list of objects.
  work.admit(
    "characters",
    text.length + rows.length * JSON.stringify(columns).length,
    "A table, with its columns' names in each row,",
  );
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ""])));
}

/** What it printed; of a program that prints nothing, what it returned. */
function wordsOf({ printed, value }: ProgramResult): string {
  if (printed !== "" || value === undefined) return printed.trimEnd();
  return typeof value === "string" ? value : JSON.stringify(value);
}
