import type { JsonValue } from "../domain/json.ts";
import type { Value } from "../domain/resources.ts";
import type { RunState, Work } from "../domain/run/state.ts";
import type { OpenResource } from "../execution/index.ts";

/** Of all long texts and data of a run together: some hundred pages. */
const MAX_WHOLE_BYTES = 512 * 1024;

/**
 * A run with its long texts and data by value, of which the log has only the beginning: as many as there is room for, in
 * the order of the tasks. What cannot be read stays as it is.
 */
export async function withWholeResults(state: RunState, open: OpenResource): Promise<RunState> {
  let room = MAX_WHOLE_BYTES;
  const whole = async (value: Value): Promise<Value> => {
    if (value.as !== "resource" || value.excerpt === undefined || value.resource.bytes > room) return value;
    room -= value.resource.bytes;
    return (await readWhole(value, open)) ?? value;
  };
  const tasks: Record<string, Work> = {};
  for (const [id, work] of Object.entries(state.tasks)) {
    const outputs: Record<string, Value> = {};
    for (const [port, value] of Object.entries(work.outputs)) outputs[port] = await whole(value);
    tasks[id] = { ...work, outputs };
  }
  return { ...state, tasks };
}

/** Null for what is gone, or cannot be read. */
async function readWhole(
  { kind, resource }: Extract<Value, { readonly as: "resource" }>,
  open: OpenResource,
): Promise<Value | null> {
  try {
    const text = await new Response(await open(resource)).text();
    if (resource.mediaType !== "application/json") return { as: "text", kind, text };
    const data: JsonValue = JSON.parse(text);
    return { as: "data", kind, data };
  } catch {
    return null;
  }
}
