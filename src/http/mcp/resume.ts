import * as z from "zod";
import type { AppContext } from "../context.ts";
import { DEFAULT_WAIT_S } from "./await-run.ts";
import { keyOf, readSession } from "./session.ts";

/** What a client that has lost a stream waits before it asks for the rest. */
const RETRY_MS = 1_000;
/** The first revision whose clients take an event without data. */
const PRIMING_SINCE = "2025-11-25";
/** As cancellations name requests; ids of requests and progress tokens are strings or numbers. */
const name = z.union([z.string().max(1_000), z.number()]);

const call = z.object({
  id: name,
  method: z.literal("tools/call"),
  params: z.object({ name: z.string(), _meta: z.object({ progressToken: name.optional() }).optional() }),
});

const place = z.tuple([name, name.nullable()]);

/**
 * The answer with the event in front by which a client of 2025-11-25 that loses the stream asks for the rest. The id of
 * the event says all that is needed for it, as no stream is kept; so it comes only where something durable is begun
 * under the session.
 * @param begins true for the name of a tool that begins a run or a goal
 */
export function withPriming(
  c: AppContext,
  message: unknown,
  begins: (tool: string) => boolean,
  response: Response,
): Response {
  const parsed = call.safeParse(message);
  const isResumable = c.req.header("mcp-protocol-version") === PRIMING_SINCE && readSession(c) !== null;
  const isStream = response.headers.get("content-type") === "text/event-stream";
  if (!parsed.success || !isResumable || !isStream || !begins(parsed.data.params.name)) return response;
  const { id, params } = parsed.data;
  const place = new TextEncoder().encode(JSON.stringify([id, params._meta?.progressToken ?? null]));
  const event = `id: ${place.toBase64({ alphabet: "base64url" })}\nretry: ${RETRY_MS}\ndata: \n\n`;
  const primed = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(event)),
  });
  return new Response(response.body?.pipeThrough(primed) ?? null, response);
}

/**
 * The call that answers for one whose stream was lost: a look at the run or goal that it began, under its own id.
 * @param lastEvent the id of the last event that the client got
 * @returns null where the event is none of ours, or nothing was begun
 */
export async function resumedCall(c: AppContext, session: string, lastEvent: string): Promise<object | null> {
  const { wiring, holder } = c.var;
  const parsed = place.safeParse(readPlace(lastEvent));
  if (!parsed.success) return null;
  const [id, progressToken] = parsed.data;
  const started = await wiring.tenant(holder.tenant).findStarted(await keyOf(session, id));
  if (!started) return null;
  const wait = DEFAULT_WAIT_S;
  const look =
    "goal" in started
      ? { name: "goal_status", arguments: { id: started.goal, wait } }
      : { name: "get_run", arguments: { run: started.run, wait } };
  const meta = progressToken === null ? {} : { _meta: { progressToken } };
  return { jsonrpc: "2.0", id, method: "tools/call", params: { ...look, ...meta } };
}

/** An id of 1,000 characters and a token as long, each of up to four bytes, in base64. */
const MAX_EVENT_CHARS = 12_000;

function readPlace(event: string): unknown {
  if (event.length > MAX_EVENT_CHARS) return null;
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(event, { alphabet: "base64url" })));
  } catch {
    return null;
  }
}
