import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { MAX_WHOLE_ANSWER_BYTES, readJson } from "../../answers/body.ts";
import { tooSlow } from "../../answers/failures.ts";
import { savedJob } from "../../answers/saved-job.ts";
import { memoryPermits } from "../../memory-permits.ts";
import type { HuggingFaceCall } from "../session.ts";
import { WHOLE_ANSWER_MEMORY_BYTES } from "../session.ts";
import { type JobProtocol, type JobState, PROTOCOLS } from "./protocols.ts";

const Handle = z.object({
  model: z.string(),
  taskType: z.string(),
  via: z.string(),
  /** On the router: it holds no key. */
  path: z.string().max(2_000),
});

/** Half of the jobs for pictures are done by then. */
const FIRST_WAIT_MS = 500;
const WAIT_GROWTH = 1.5;
const MAX_WAIT_MS = 10_000;
/** Half an hour at the longest wait; the call's own time is over before. */
const MAX_POLLS = 200;
/** A job goes on while one look at it fails. */
const MAX_FAILURES_IN_A_ROW = 4;
/** A few lines, and what the worker logged. */
const MAX_STATUS_BYTES = 256 * 1024;

/** The job that an earlier attempt at this very task began; null where there is none. */
export async function jobBefore({ call, to }: HuggingFaceCall): Promise<string | null> {
  const handle = await savedJob(call, to.model, Handle);
  return handle?.via === to.provider && handle.path.startsWith(`/${handle.via}/`) ? handle.path : null;
}

/** The outcome of a request: its result, or the path of a job on the router, which is saved before the first poll. */
type Begun = { readonly result: unknown } | { readonly path: string };

export async function begin(answer: unknown, askedAt: string, session: HuggingFaceCall): Promise<Begun> {
  const { call, to } = session;
  const protocol = PROTOCOLS[to.provider];
  const path = protocol?.pathIn(answer, askedAt) ?? null;
  if (!protocol || path === null) return { result: answer };
  const state = stateIn(answer, protocol, session);
  // Also of one that is done: its file has yet to come, and may not at once.
  const handle: z.infer<typeof Handle> = { model: to.model, taskType: call.taskType, via: to.provider, path };
  await call.job?.save(JSON.stringify(handle));
  return state.is === "done" && state.result !== null ? { result: state.result } : { path };
}

function stateIn(
  answer: unknown,
  protocol: JobProtocol,
  { asked: { name } }: HuggingFaceCall,
): Exclude<JobState, { is: "failed" }> {
  let state: JobState;
  try {
    state = protocol.read(answer);
  } catch (cause) {
    throw new AppError("provider-rejected", `${name} tells nothing that can be read about its job`, { cause });
  }
  if (state.is === "failed") throw new AppError("provider-rejected", `${name} failed at the job`);
  return state;
}

/**
 * Waits for a job, and no longer than the call's signal lets it.
 * @throws {AppError} `provider-rejected` when it failed, or what the looks at it fail with.
 */
export async function followJob(path: string, session: HuggingFaceCall): Promise<unknown> {
  const { to, call, asked } = session;
  const protocol = PROTOCOLS[to.provider];
  if (!protocol) throw new AppError("internal", `${to.provider} has no jobs`);
  let failures = 0;
  let waitMs = FIRST_WAIT_MS;
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    await session.wait(waitMs, call.signal);
    if (call.signal.aborted) throw tooSlow(asked.name, call.signal.reason);
    waitMs = Math.min(waitMs * WAIT_GROWTH, MAX_WAIT_MS);
    try {
      const found = await look(path, protocol, session);
      if (found !== null) return found.result;
      failures = 0;
    } catch (thrown) {
      const lasting = !(thrown instanceof AppError && thrown.retryable);
      if (lasting) await call.job?.save(null);
      if (lasting || call.signal.aborted || ++failures === MAX_FAILURES_IN_A_ROW) throw thrown;
      waitMs = Math.min(Math.max(waitMs, thrown.retryAfterMs ?? 0), MAX_WAIT_MS);
    }
  }
  throw new AppError("timeout", `${asked.name} did not finish the job`, { retryable: true });
}

/** The result, or null while there is none. */
async function look(
  path: string,
  protocol: JobProtocol,
  session: HuggingFaceCall,
): Promise<{ result: unknown } | null> {
  const { call, asked } = session;
  const read = async (at: string, maxBytes: number): Promise<unknown> =>
    readJson(await session.get(at), { name: asked.name, maxBytes, signal: call.signal });
  const state = stateIn(await read(path, MAX_STATUS_BYTES), protocol, session);
  if (state.is === "running") {
    call.progress(state.note, state.fraction);
    return null;
  }
  call.answered?.({});
  if (state.result !== null) return { result: state.result };
  // A picture may stand in it, in base64.
  return memoryPermits.run(WHOLE_ANSWER_MEMORY_BYTES, call.signal, async () => ({
    result: await read(protocol.resultPath?.(path) ?? path, MAX_WHOLE_ANSWER_BYTES),
  }));
}
