import { type ProviderResponse, readResponse } from "../response.ts";
import type { ProviderJob } from "./job.ts";
import { jobAddress, ownAddress } from "./job-address.ts";
import { recallJob, rememberJob } from "./job-memory.ts";
import { pollJob } from "./poll-job.ts";
import { readJson } from "./read-json.ts";

/**
 * The answer of an endpoint that may take its time: begins a job, or goes on with the one that an earlier attempt began,
 * and asks for it until it is done. The job is remembered before it is first asked for.
 * @param start sends the request itself
 * @throws {AppError} `provider-rejected` for a job that failed, `timeout` for one that takes longer than it may
 */
export async function runJob(job: ProviderJob, start: () => Promise<Response>): Promise<ProviderResponse> {
  const { call, line } = job;
  const begun = await recallJob(call, line);
  if (begun !== null) return pollJob(job, begun);
  const response = await readResponse(await start(), { name: line.model, signal: call.signal });
  const address = await addressIn(response, job).catch((thrown: unknown) => {
    // Something was taken on, of which nobody will hear.
    call.answered?.({});
    throw thrown;
  });
  if (address === null) return response;
  await rememberJob(call, address);
  return pollJob(job, address);
}

/** Null where the answer is the result already. */
async function addressIn(response: ProviderResponse, { line, poll }: ProviderJob): Promise<string | null> {
  const { statusUrl } = poll;
  if (!("header" in statusUrl)) return jobAddress(line, statusUrl, await readJson(response, line.model));
  if (response.status !== 202) return null;
  await response.stream().stream.cancel();
  return ownAddress(line, response.headers.get(statusUrl.header));
}
