import * as z from "zod";
import { asUsage, measuredIn } from "../answers/measured.ts";
import { type ChatCall, type ChatTask, UNKNOWN_LIMITS } from "../chat-tasks/chat-task.ts";
import { textOf } from "../openai/completion.ts";
import { withBoxesDrawn } from "../overlays/index.ts";
import type { ExpertResult } from "../provider.ts";
import { isRefusedRequest } from "./failures.ts";
import type { HuggingFaceCall } from "./session.ts";

/** `textOf` reads the rest of it. */
const Completion = z.looseObject({ choices: z.array(z.unknown()) });

/** Models at their providers, of the whole isolate, that would not have a schema; some dozen characters each. */
const schemaless = new Set<string>();
const MAX_SCHEMALESS = 500;

/** A task by instruction: the router's chat completions, with a JSON schema where the provider has that. */
export async function byChat(task: ChatTask, session: HuggingFaceCall): Promise<ExpertResult> {
  const { call, to } = session;
  // What the model takes is not in the mapping; it refuses what is too long itself.
  const asked = await task.prepare(call.inputs, UNKNOWN_LIMITS);
  const key = `${to.model}:${to.provider}`;
  const withSchema = asked.schema !== null && !schemaless.has(key);
  let completion: unknown;
  try {
    completion = await complete(asked, session, withSchema);
  } catch (thrown) {
    if (!withSchema || !isRefusedRequest(thrown)) throw thrown;
    // Providers say it in as many ways as there are of them; one that will not have the rest either says so again.
    completion = await complete(asked, session, false);
    if (!asked.isCallers) remember(key);
  }
  const measured = measuredIn(completion);
  call.answered?.(measured);
  const reading = asked.read(textOf(completion, session.asked.name));
  return { ...(await withBoxesDrawn(reading, call)), ...asUsage(measured) };
}

function remember(key: string): void {
  if (schemaless.size >= MAX_SCHEMALESS) schemaless.clear();
  schemaless.add(key);
}

/** https://huggingface.co/docs/inference-providers/tasks/chat-completion */
function complete(asked: ChatCall, { ask, type }: HuggingFaceCall, withSchema: boolean): Promise<unknown> {
  const { messages, schema, maxTokens, temperature } = asked;
  const format = {
    type: "json_schema" as const,
    json_schema: { name: type.name.replaceAll(/[^\w-]/g, "-").slice(0, 64), schema: { ...schema }, strict: true },
  };
  const form = withSchema ? { response_format: format } : {};
  return ask("chatCompletion", { messages, max_tokens: maxTokens, temperature, ...form }, Completion);
}
