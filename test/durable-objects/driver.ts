import { env } from "cloudflare:workers";
import type { PostedMessage, RunRecord } from "../../src/domain/conversation.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import { randomHex } from "../../src/domain/ids.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Result } from "../../src/domain/result.ts";
import type { RunState } from "../../src/domain/run/state.ts";
import type { ConversationRpc } from "../../src/rpc/index.ts";
import { wire } from "../../src/wiring.ts";
import type { Script } from "../fakes/expert-server.ts";
import { WITHIN_MS } from "../patience.ts";

export const TENANT = "00000000000000ff";

/** A conversation of a tenant of its own for one test, as a tenant learns from its calls; and what a test does with it. */
export async function openConversation(tenant = randomHex(8)) {
  const { ids, conversation } = wire(env);
  const id = await ids.newConversation(tenant);
  const part = (await ids.readConversation(tenant, id)) ?? "";
  const rpc = (): ConversationRpc => conversation(tenant, part);
  const post = async (message: Partial<PostedMessage>): Promise<Result<RunRecord>> => {
    const run = await ids.newRun(tenant, part);
    return rpc().post({ run, text: "", attached: [], approval: "none", budget: { timeMs: 60_000 }, ...message });
  };
  return {
    tenant,
    part,
    name: `${tenant}:${part}`,
    rpc,
    post,
    /** Posts a message that must be accepted, and gives its run's id. */
    start: async (message: Partial<PostedMessage>): Promise<string> => value(await post(message)).id,
    /** The run once it has ended. */
    end: async (run: string, timeoutMs = WITHIN_MS): Promise<RunState> => {
      const { state } = value(await rpc().waitForEnd(run, timeoutMs));
      if (!state?.end) throw new Error(`The run has not ended: ${JSON.stringify(state)}`);
      return state;
    },
    /** Waits until a fact is in the log, and gives the log so far. */
    until: async (run: string, found: (event: RunEvent) => boolean): Promise<readonly RunEvent[]> => {
      const seen: RunEvent[] = [];
      for await (const event of readEvents(value(await rpc().events(run, 0)))) {
        seen.push(event);
        if (found(event)) return seen;
      }
      throw new Error(`It never happened: ${seen.map((event) => event.type).join(", ")}`);
    },
    log: async (run: string, afterSeq = 0): Promise<readonly RunEvent[]> => {
      const seen: RunEvent[] = [];
      for await (const event of readEvents(value(await rpc().events(run, afterSeq)))) seen.push(event);
      return seen;
    },
  };
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<RunEvent> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as RunEvent;
  }
}

/** A task for the scripted expert; `after` makes it wait for other tasks by taking their text. */
export const scripted = (id: number, script: Script, after?: number): JsonValue => ({
  task: "text2text-generation",
  id,
  dep: [after ?? -1],
  args: { text: after === undefined ? JSON.stringify(script) : `<resource>-${after}` },
});

/** Lets go of the calls whose script is `held` by this name. */
export async function release(url: string, name: string): Promise<void> {
  await fetch(new URL(`/release/${name}`, url), { method: "POST" });
}

/** How often each model was called, by the script's key. */
export async function callsTo(url: string, key: string): Promise<Record<string, number>> {
  const all = (await (await fetch(url)).json()) as Record<string, number>;
  const mine = Object.entries(all).filter(([name]) => name.startsWith(`${key}@`));
  return Object.fromEntries(mine.map(([name, count]) => [name.slice(key.length + 1), count]));
}
