import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import type { EndpointPoll } from "../../domain/own-models.ts";
import { readRetryAfter } from "../answers/failures.ts";
import { savedJob } from "../answers/saved-job.ts";
import type { ExpertCall } from "../provider.ts";
import { fieldsOf, type ProviderResponse, parseAnswer, readResponse, responseOf } from "./format.ts";
import type { EndpointTransport, HttpDependencies } from "./transport.ts";

/**
 * The answer of an endpoint that runs jobs: starts a job, or resumes the one that an earlier attempt started, and polls
 * until it is done. The job is saved before the first poll.
 * @param start sends the request itself
 * @throws {AppError} `provider-rejected` for a job that failed, `timeout` for one that takes longer than it may
 */
export async function runJob(job: ProviderJob, start: () => Promise<Response>): Promise<ProviderResponse> {
  const { call, transport } = job;
  const begun = await recallJob(call, transport);
  if (begun !== null) return pollJob(job, begun);
  const response = await readResponse(await start(), { name: transport.model, signal: call.signal });
  const address = await addressIn(response, job).catch((thrown: unknown) => {
    // Something was taken on, of which nobody will hear.
    call.answered?.({});
    throw thrown;
  });
  if (address === null) return response;
  // On disk before the first poll.
  await call.job?.save(JSON.stringify({ model: call.endpoint.model, taskType: call.taskType, statusUrl: address }));
  return pollJob(job, address);
}

/** Null where the answer is the result already. */
async function addressIn(response: ProviderResponse, { transport, poll }: ProviderJob): Promise<string | null> {
  const { statusUrl } = poll;
  if (!("header" in statusUrl)) return jobAddress(transport, statusUrl, await readJson(response, transport.model));
  if (response.status !== 202) return null;
  await response.stream().stream.cancel();
  return ownAddress(transport, response.headers.get(statusUrl.header));
}

/** A call that is answered later, with what is needed to poll for its answer. */
interface ProviderJob {
  readonly call: ExpertCall;
  readonly transport: EndpointTransport;
  readonly poll: EndpointPoll;
  readonly dependencies: Pick<HttpDependencies, "wait" | "now">;
}

/** A server may be away for a moment; one that answers nothing so often in a row is. */
const MAX_MISSES = 5;
/** The longest wait that an endpoint may ask for; the attempt has its own deadline. */
const MAX_WAIT_MS = 60_000;

/**
 * Polls a job until it is done, waiting in between.
 * @throws {AppError} `provider-rejected` for one that failed, `timeout` for one that takes longer than `maxMs`
 */
async function pollJob(job: ProviderJob, address: string): Promise<ProviderResponse> {
  const { transport, poll, dependencies, call } = job;
  call.progress("The endpoint has taken the job");
  const end = dependencies.now() + poll.maxMs;
  let misses = 0;
  let waitMs = poll.intervalMs;
  for (let asked = 0; asked * poll.intervalMs < poll.maxMs && dependencies.now() < end; asked++) {
    await dependencies.wait(waitMs, call.signal);
    waitMs = poll.intervalMs;
    try {
      const response = await transport.get(address);
      waitMs = waitAfter(response, poll.intervalMs);
      const result = await resultOf(job, response);
      if (result) return result;
      misses = 0;
    } catch (thrown) {
      misses += 1;
      if (mayPass(thrown) && !call.signal.aborted && misses < MAX_MISSES) continue;
      if (thrown instanceof JobGone) await call.job?.save(null);
      throw thrown;
    }
  }
  throw new AppError(
    "timeout",
    `The job at ${transport.model} was not done after ${Math.round(poll.maxMs / 1_000)} s`,
    {
      retryable: true,
    },
  );
}

/** The job is not yet known or no longer known; which of the two, only further polls tell. */
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

/** The result of a job; null while it runs. */
async function resultOf(job: ProviderJob, answer: Response): Promise<ProviderResponse | null> {
  const { transport, poll, call } = job;
  if (IS_GONE.has(answer.status)) {
    await answer.body?.cancel();
    throw new JobGone(transport.model);
  }
  if (IS_ELSEWHERE.has(answer.status)) {
    await answer.body?.cancel();
    return resultAt(job, answer.headers.get("location"));
  }
  const response = await readResponse(answer, { name: transport.model, signal: call.signal });
  if (!poll.status) {
    if (response.status !== 202) return response;
    await response.stream().stream.cancel();
    return null;
  }
  const status = await readJson(response, transport.model);
  const state = String(at(status, poll.status.pointer) ?? "").toLowerCase();
  if (poll.status.failed.includes(state)) {
    await call.job?.save(null);
    throw new AppError("provider-rejected", `The job at ${transport.model} failed`);
  }
  if (!poll.status.done.includes(state)) return null;
  call.answered?.({});
  if ("url" in poll.result) return resultAt(job, at(status, poll.result.url));
  const result = at(status, poll.result.pointer);
  if (result === undefined)
    throw new AppError("provider-rejected", `The job at ${transport.model} is done without a result`);
  return responseOf(result);
}

async function resultAt(
  { transport, call }: ProviderJob,
  address: JsonValue | undefined | null,
): Promise<ProviderResponse> {
  return readResponse(await transport.get(ownAddress(transport, address)), {
    name: transport.model,
    signal: call.signal,
  });
}

const handle = z.strictObject({ model: z.string(), taskType: z.string(), statusUrl: z.string() });

/** The status address of the job that an earlier attempt started at this endpoint; null where there is none. */
async function recallJob(call: ExpertCall, transport: EndpointTransport): Promise<string | null> {
  const saved = await savedJob(call, call.endpoint.model, handle);
  try {
    return saved && ownAddress(transport, saved.statusUrl);
  } catch {
    // Of an endpoint that has moved since: there is no job here.
    return null;
  }
}

/** The placeholder of the id in a template. */
const ID_PLACE = "{id}";
const MAX_ADDRESS_CHARS = 4_096;
const MAX_ID_CHARS = 200;

/**
 * An address that the endpoint gave, resolved against its URL. Only its own origin is allowed, as every request carries
 * the endpoint's secrets.
 * @throws {AppError} `provider-rejected` for no address, and for one of another origin.
 */
function ownAddress({ model, url }: EndpointTransport, found: JsonValue | undefined | null): string {
  const parsed = typeof found === "string" && found.length <= MAX_ADDRESS_CHARS ? URL.parse(found, url) : null;
  if (!found || !parsed) throw new AppError("provider-rejected", `${model} took the job and did not say where it is`);
  if (parsed.origin !== new URL(url).origin || parsed.username !== "" || parsed.password !== "") {
    throw new AppError("provider-rejected", `${model} sent us to another origin than its own, which is not followed`);
  }
  parsed.hash = "";
  return parsed.href;
}

/** The status address of the job that an answer in JSON announces. @throws {AppError} `provider-rejected` */
function jobAddress(
  transport: EndpointTransport,
  statusUrl: Exclude<EndpointPoll["statusUrl"], { header: string }>,
  answer: JsonValue,
): string {
  if ("pointer" in statusUrl) return ownAddress(transport, at(answer, statusUrl.pointer));
  const found = at(answer, statusUrl.id);
  const id = typeof found === "number" ? String(found) : found;
  // Two dots are left as they are by every encoding, and lead out of the folder.
  if (typeof id !== "string" || id.length > MAX_ID_CHARS || /^\.{0,2}$/.test(id)) {
    throw new AppError("provider-rejected", `${transport.model} took the job and gave it no id`);
  }
  const place = statusUrl.template.includes(ID_PLACE) ? ID_PLACE : encodeURI(ID_PLACE);
  return ownAddress(transport, statusUrl.template.replaceAll(place, encodeURIComponent(id)));
}

/** The value at a JSON pointer (RFC 6901): `{"a": [7]}` at `/a/0` → 7; undefined where there is none. */
export function at(document: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
    else {
      const fields = fieldsOf(value);
      value = fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
    }
  }
  return value;
}

/** The answer as JSON. @throws {AppError} `provider-rejected` for anything else. */
const readJson = (response: ProviderResponse, model: string): Promise<JsonValue> =>
  response.whole((body) => parseAnswer(body, `${model} answered with something else than JSON about the job`));
