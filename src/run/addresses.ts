import { addressesIn, addressesInPlan } from "../domain/addresses.ts";
import { AppError } from "../domain/errors.ts";
import type { Resource, ResourceId } from "../domain/resources.ts";
import type { StageJob } from "./job.ts";

/** Brings files from the web into the store. */
export interface WebFiles {
  /** Fetches an address, safely. @throws {AppError} when it may not or cannot be fetched. */
  importUrl(url: string, signal: AbortSignal): Promise<Resource>;
  /** Deletes what was fetched for nothing. */
  removeFetched(files: readonly ResourceId[]): Promise<void>;
}

/** Addresses fetched for one message. */
const MAX_ADDRESSES = 16;
/** Each holds a part of a file (5 MiB) and connections, of which a Worker has six, lookups included. */
const MAX_FETCHES_AT_ONCE = 2;

interface Wanted {
  readonly url: string;
  /** Only mentioned: it is left out when it cannot be fetched. */
  readonly optional: boolean;
}

/**
 * Brings what a message points to into the store. An address given as a resource must be there; one
 * that only stands in the text may be just a mention, and is left out with a note when it is not.
 * @throws {AppError} `invalid-request` for more than sixteen addresses, or why one that must be there could not be
 *   fetched; nothing is kept then.
 */
export async function fetchAddresses(
  job: Extract<StageJob, { do: "plan" }>,
  web: WebFiles,
  signal: AbortSignal,
): Promise<{ readonly resources: readonly Resource[]; readonly notes: readonly string[] }> {
  const asked = new Set([...job.urls, ...(job.given?.as === "wire" ? addressesInPlan(job.given.json) : [])]);
  const mentioned = job.given ? [] : addressesIn(job.text).filter((address) => !asked.has(address));
  if (asked.size + mentioned.length > MAX_ADDRESSES) {
    throw new AppError("invalid-request", `A message may name ${MAX_ADDRESSES} addresses at most`);
  }
  const wanted = [
    ...[...asked].map((url) => ({ url, optional: false })),
    ...mentioned.map((url) => ({ url, optional: true })),
  ];
  const fetched = await fetchAll(wanted, web, signal);
  return {
    resources: fetched.filter((one) => typeof one !== "string"),
    notes: fetched.filter((one) => typeof one === "string"),
  };
}

/** The files in the order of their addresses, with a note in place of one left out. */
async function fetchAll(
  wanted: readonly Wanted[],
  web: WebFiles,
  signal: AbortSignal,
): Promise<readonly (Resource | string)[]> {
  const fetched: (Resource | string)[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const left = wanted.entries();
  const fetchRest = async (): Promise<void> => {
    for (const [place, one] of left) {
      either.throwIfAborted();
      fetched[place] = await fetchOne(one, web, either);
    }
  };
  const fetchers = Array.from({ length: MAX_FETCHES_AT_ONCE }, () =>
    fetchRest().catch((thrown: unknown) => failed.abort(thrown)),
  );
  await Promise.all(fetchers);
  if (!failed.signal.aborted) return fetched;
  const files = fetched.flatMap((one) => (typeof one === "string" ? [] : [one.id]));
  // What cannot be deleted now goes with the conversation; the reason to tell is the first one.
  await web.removeFetched(files).catch(() => undefined);
  throw failed.signal.reason;
}

async function fetchOne({ url, optional }: Wanted, web: WebFiles, signal: AbortSignal): Promise<Resource | string> {
  try {
    return await web.importUrl(url, signal);
  } catch (thrown) {
    if (!optional || !(thrown instanceof AppError)) throw thrown;
    return `${url} was left out: ${thrown.message}`;
  }
}
