import * as z from "zod";
import type { JsonValue } from "../../../domain/json.ts";
import { baseKind } from "../../../domain/kinds.ts";
import { looksLikeResourceId } from "../../../domain/resources.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import type { Wiring } from "../../../wiring.ts";
import { InvalidRequest } from "../../problem.ts";
import { json } from "../../schemas/plan.ts";
import { type Attachment, type AttachmentStore, attachment } from "../attachments.ts";
import { runSummary } from "../run-summary.ts";
import { type Tool, tool } from "../tool.ts";
import { asked, runMessage, waitSeconds } from "./runs.ts";

/** In the server's URL: `?tools=task-types` adds a tool for every task type that can run here. */
export const ALL_TASK_TYPES = "task-types";
/** More names than there are task types. */
export const MAX_TASK_TOOLS = 300;
/** Values for one port that takes many. */
const MAX_VALUES = 100;
const MAX_TEXT_CHARS = 100_000;

/**
 * A tool for each task type that the client named, or for all that can run here.
 * @throws {InvalidRequest} for a name that is no task type
 */
export function taskTools(
  { ontology, providers }: Pick<Wiring, "ontology" | "providers">,
  wanted: string,
): readonly Tool[] {
  const names = wanted.split(",").map((name) => name.trim());
  if (names.length > MAX_TASK_TOOLS) throw refusal(`names more than ${MAX_TASK_TOOLS} task types`);
  const done = new Set(providers.flatMap((provider) => provider.endpoints()).map(({ taskType }) => taskType));
  const types = new Set<TaskType>();
  for (const name of names) {
    if (name === ALL_TASK_TYPES) {
      for (const type of ontology.all) if (done.has(type.name)) types.add(type);
      continue;
    }
    const type = ontology.read(name);
    if (!type) throw refusal(`names no task type: “${name.slice(0, 100)}”; /v1/task-types lists them`);
    types.add(type);
  }
  return [...types].slice(0, MAX_TASK_TOOLS).map(taskTool);
}

const refusal = (message: string): InvalidRequest =>
  new InvalidRequest("The query of the request is not as described in /openapi.json", [{ path: "tools", message }]);

/** Described in a few words, as a client may get dozens of these schemas. */
const model = z.string().max(300).exactOptional().describe("Who is to do it, by id.");

function taskTool(type: TaskType): Tool {
  const inputs = z.strictObject(Object.fromEntries(type.inputs.map((port) => [port.name, portSchema(port)])));
  const input = z.strictObject({
    inputs: type.inputs.some(({ required }) => required) ? inputs : inputs.default({}),
    model,
    wait: waitSeconds,
  });
  return tool({
    name: type.name,
    title: type.name.replaceAll("-", " "),
    description: `${type.description}. Gives ${type.outputs.map(({ name, kinds }) => `${name} (${kinds[0]})`).join(", ")}.`,
    input,
    output: runSummary,
    isReadOnly: false,
    run: async (given, call) => {
      const { inputs: values, wait, model: wanted } = given;
      const planWith = (args: Readonly<Record<string, JsonValue>>): JsonValue[] => [
        { task: type.name, id: 0, dep: [-1], args, ...(wanted === undefined ? {} : { model: wanted }) },
      ];
      const storeFiles = async (store: AttachmentStore) => {
        const { args, resources } = await argumentsOf(type, values, store);
        return { resources, plan: planWith(args) };
      };
      const message = { text: "", plan: planWith({}), budget: asked.budget.parse({}) };
      return runMessage(call, { input: given, message, storeFiles, waitMs: wait * 1000, withOutputs: true });
    },
  });
}

/** The arguments of a task, with ids in place of files. */
async function argumentsOf(
  type: TaskType,
  inputs: Readonly<Record<string, unknown>>,
  store: AttachmentStore,
): Promise<{ readonly args: Readonly<Record<string, JsonValue>>; readonly resources: string[] }> {
  const args: Record<string, JsonValue> = {};
  const resources: string[] = [];
  for (const port of type.inputs) {
    const value = inputs[port.name];
    if (value === undefined) continue;
    const values = port.many && Array.isArray(value) ? value : [value];
    const read: JsonValue[] = [];
    for (const one of values) {
      const file = fileIn(one, port);
      const id = file === null ? null : await store.store(file);
      if (id !== null) resources.push(id);
      read.push(id ?? { literal: json.parse(one) });
    }
    args[port.name] = port.many ? read : (read[0] ?? null);
  }
  return { args, resources };
}

const isText = ({ kinds }: Port): boolean => kinds.some((kind) => baseKind(kind) === "text");
const isData = ({ kinds }: Port): boolean => kinds.some((kind) => baseKind(kind) === "data");

/** The file that a value stands for, or null: at a port for text only an id or an object, elsewhere whatever is no data. */
function fileIn(value: unknown, port: Port): Attachment | null {
  if (typeof value === "string" && isText(port)) return looksLikeResourceId(value) ? value : null;
  if (isData(port) && typeof value !== "string") return null;
  const parsed = attachment.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function portSchema(port: Port): z.ZodType {
  const text = z.string().max(MAX_TEXT_CHARS);
  const one = isData(port) ? json : isText(port) ? (onlyText(port) ? text : z.union([text, attachment])) : attachment;
  const schema = port.many ? z.array(one).max(MAX_VALUES) : one;
  const told = `${port.description || port.name} (${port.kinds.join(" or ")})`;
  return port.required ? schema.describe(told) : schema.exactOptional().describe(told);
}

const onlyText = ({ kinds }: Port): boolean => kinds.every((kind) => baseKind(kind) === "text");
