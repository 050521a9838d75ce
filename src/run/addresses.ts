import { AppError } from "../domain/errors.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Resource } from "../domain/resources.ts";
import type { Job } from "./job.ts";

/** Fetches an address into the store, safely. @throws {AppError} when it may not or cannot be fetched. */
export type ImportUrl = (url: string, signal: AbortSignal) => Promise<Resource>;

/** Addresses fetched for one message. */
const MAX_ADDRESSES = 16;

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]{4,2048}/gi;

/** The http(s) addresses that stand in a text, each once, without the punctuation of the sentence around them. */
export function addressesIn(text: string): readonly string[] {
  const found = text.match(ADDRESS) ?? [];
  return [...new Set(found.map((address) => address.replace(/[.,;:!?)\]}]+$/, "")))];
}

/**
 * Brings what a message points to into the store. An address given as a resource must be there; one
 * that only stands in the text may be just a mention, and is left out with a note when it is not.
 * @throws {AppError} `invalid-request` for more than sixteen addresses.
 */
export async function fetchAddresses(
  job: Extract<Job, { do: "plan" }>,
  importUrl: ImportUrl,
  signal: AbortSignal,
): Promise<{ readonly resources: readonly Resource[]; readonly notes: readonly string[] }> {
  const asked = new Set([...job.urls, ...(job.given?.as === "wire" ? addressesInPlan(job.given.json) : [])]);
  const mentioned = job.given ? [] : addressesIn(job.text).filter((address) => !asked.has(address));
  if (asked.size + mentioned.length > MAX_ADDRESSES) {
    throw new AppError("invalid-request", `A message may name ${MAX_ADDRESSES} addresses at most`);
  }
  const notes: string[] = [];
  const fetchOne = async (url: string, optional: boolean): Promise<Resource | null> => {
    try {
      return await importUrl(url, signal);
    } catch (thrown) {
      if (!optional || !(thrown instanceof AppError)) throw thrown;
      notes.push(`${url} was left out: ${thrown.message}`);
      return null;
    }
  };
  const fetched = await Promise.all([
    ...[...asked].map((url) => fetchOne(url, false)),
    ...mentioned.map((url) => fetchOne(url, true)),
  ]);
  return { resources: fetched.filter((resource) => resource !== null), notes };
}

/** The addresses among the arguments of a plan on the wire; its other faults are found when it is read. */
export function addressesInPlan(json: JsonValue, depth = 0): readonly string[] {
  if (typeof json === "string") return /^https?:\/\/\S{4,2048}$/i.test(json) ? [json] : [];
  if (typeof json !== "object" || json === null || depth > 6) return [];
  return Object.values(json).flatMap((value) => addressesInPlan(value, depth + 1));
}
