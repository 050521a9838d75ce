import { AppError } from "../../../domain/errors.ts";
import type { JsonValue } from "../../../domain/json.ts";
import { readRetryAfter } from "../../answers/failures.ts";
import { type ProviderResponse, readResponse, responseOf } from "../response.ts";
import type { ProviderJob } from "./job.ts";
import { ownAddress } from "./job-address.ts";
import { forgetJob } from "./job-memory.ts";
import { at } from "./json-pointer.ts";
import { readJson } from "./read-json.ts";

/** A server may be away for a moment; one that answers nothing so often in a row is. */
const MAX_MISSES = 5;
/** What an endpoint may ask us to wait; the attempt has its own end. */
const MAX_WAIT_MS = 60_000;

/**
 * Asks for a job until it is done, waiting in between.
 * @throws {AppError} `provider-rejected` for one that failed, `timeout` for one that takes longer than `maxMs`
 */
export async function pollJob(job: ProviderJob, address: string): Promise<ProviderResponse> {
  const { line, poll, surroundings, call } = job;
  call.progress("The endpoint has taken the job");
  const end = surroundings.now() + poll.maxMs;
  let misses = 0;
  let waitMs = poll.intervalMs;
  for (let asked = 0; asked * poll.intervalMs < poll.maxMs && surroundings.now() < end; asked++) {
    await surroundings.wait(waitMs, call.signal);
    waitMs = poll.intervalMs;
    try {
      const response = await line.get(address);
      waitMs = waitAfter(response, poll.intervalMs);
      const result = await resultOf(job, response);
      if (result) return result;
      misses = 0;
    } catch (thrown) {
      misses += 1;
      if (mayPass(thrown) && !call.signal.aborted && misses < MAX_MISSES) continue;
      if (thrown instanceof JobGone) await forgetJob(call);
      throw thrown;
    }
  }
  throw new AppError("timeout", `The job at ${line.model} was not done after ${Math.round(poll.maxMs / 1_000)} s`, {
    retryable: true,
  });
}

/** Not yet there, or there no more: which of them, time tells. */
class JobGone extends AppError {
  constructor(model: string) {
    super("provider-unavailable", `${model} knows nothing of the job`, { retryable: true });
  }
}

const mayPass = (thrown: unknown): boolean => thrown instanceof AppError && thrown.retryable;

function waitAfter({ headers }: Response, intervalMs: number): number {
  const askedMs = readRetryAfter(headers.get("retry-after")) ?? 0;
  return Math.max(intervalMs, Math.min(askedMs, MAX_WAIT_MS));
}

const IS_GONE: ReadonlySet<number> = new Set([404, 410]);
const IS_ELSEWHERE: ReadonlySet<number> = new Set([302, 303]);

/** What a job came to; null while it runs. */
async function resultOf(job: ProviderJob, answer: Response): Promise<ProviderResponse | null> {
  const { line, poll, call } = job;
  if (IS_GONE.has(answer.status)) {
    await answer.body?.cancel();
    throw new JobGone(line.model);
  }
  if (IS_ELSEWHERE.has(answer.status)) {
    await answer.body?.cancel();
    return resultAt(job, answer.headers.get("location"));
  }
  const response = await readResponse(answer, { name: line.model, signal: call.signal });
  if (!poll.status) {
    if (response.status !== 202) return response;
    await response.stream().stream.cancel();
    return null;
  }
  const status = await readJson(response, line.model);
  const state = String(at(status, poll.status.pointer) ?? "").toLowerCase();
  if (poll.status.failed.includes(state)) {
    await forgetJob(call);
    throw new AppError("provider-rejected", `The job at ${line.model} failed`);
  }
  if (!poll.status.done.includes(state)) return null;
  call.answered?.({});
  if ("url" in poll.result) return resultAt(job, at(status, poll.result.url));
  const result = at(status, poll.result.pointer);
  if (result === undefined)
    throw new AppError("provider-rejected", `The job at ${line.model} is done without a result`);
  return responseOf(result);
}

async function resultAt({ line, call }: ProviderJob, address: JsonValue | undefined | null): Promise<ProviderResponse> {
  return readResponse(await line.get(ownAddress(line, address)), { name: line.model, signal: call.signal });
}
