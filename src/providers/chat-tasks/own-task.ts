import { AppError } from "../../domain/errors.ts";
import type { JsonObject, JsonValue } from "../../domain/json.ts";
import { baseKind } from "../../domain/kinds.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import type { Inputs } from "../provider.ts";
import type { ChatLimits, ChatTask } from "./chat-task.ts";
import { textTask } from "./compose.ts";
import { plainAnswer } from "./plain-answer.ts";
import { readOptionalText, readTexts } from "./text-input.ts";

/** Ports that say what is wanted, in whatever task type they are. */
const WISHES: ReadonlySet<string> = new Set(["instruction", "question", "prompt"]);

/** A task type of a deployment's own that makes one text of texts, data or tables; null for any other. */
export function ownTask(type: TaskType): ChatTask | null {
  const [output, ...others] = type.outputs;
  const isWritten = output !== undefined && others.length === 0 && isOf(output, ["text"]);
  if (!isWritten || !type.inputs.every((port) => isOf(port, ["text", "data", "table"]))) return null;
  return textTask(async (inputs, limits) => {
    const material = await readAll(type.inputs, inputs, limits);
    return {
      rules: `Do the following with the material: ${type.description.replaceAll(/\s+/g, " ").trim() || type.name}. Answer with the result alone, in plain text.`,
      material,
      wishes: Object.keys(material).filter((name) => WISHES.has(name)),
      schema: null,
      read: (words) => ({
        outputs: { [output.name]: { as: "text", text: plainAnswer(words, [output.name, "text"]) } },
      }),
    };
  });
}

const isOf = ({ kinds }: Port, wanted: readonly string[]): boolean =>
  kinds.length > 0 && kinds.every((kind) => wanted.includes(baseKind(kind)));

async function readAll(ports: readonly Port[], inputs: Inputs, limits: ChatLimits): Promise<JsonObject> {
  const read: Record<string, JsonValue> = {};
  for (const { name, many, required } of ports) {
    if (inputs[name] === undefined && !required) continue;
    const value = many ? await readTexts(inputs, name, limits) : await readOptionalText(inputs, name, limits);
    if (value !== undefined) read[name] = value;
    else if (required) throw new AppError("unsupported-input", `The input "${name}" is missing or empty.`);
  }
  return read;
}
