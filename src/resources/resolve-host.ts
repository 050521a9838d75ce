import * as z from "zod";
import { AppError } from "../domain/errors.ts";

/** The IP addresses of a host name, all of them. @throws {AppError} when there are none or it can't be told. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const RESOLVER_HOST = "cloudflare-dns.com";
/** Of the types of record in RFC 1035 and RFC 3596, the two that hold addresses. */
const RECORD_TYPES = { A: 1, AAAA: 28 } as const;
/** A host with more addresses than this is refused with what is over it unseen. */
const MAX_RECORDS = 256;

/** Of the response codes of RFC 1035 and RFC 2136, those that answer the question: yes, and no such name. */
const ANSWERED: ReadonlySet<number> = new Set([0, 3]);

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/ */
const createAnswerSchema = () =>
  z.object({
    Status: z.number().refine((code) => ANSWERED.has(code)),
    Answer: z
      .array(z.object({ type: z.number(), data: z.string() }))
      .max(MAX_RECORDS)
      .default([]),
  });

/** Asks a public resolver over HTTPS, as a Worker has no other way to look a name up before it connects. */
export function createResolver(fetcher: typeof fetch): ResolveHost {
  let answerSchema: ReturnType<typeof createAnswerSchema> | undefined;
  const ask = async (host: string, type: keyof typeof RECORD_TYPES, signal: AbortSignal): Promise<string[]> => {
    const url = `https://${RESOLVER_HOST}/dns-query?name=${encodeURIComponent(host)}&type=${type}`;
    const response = await fetcher(url, { headers: { accept: "application/dns-json" }, signal });
    if (!response.ok) throw new Error(`The resolver answered ${response.status}`);
    answerSchema ??= createAnswerSchema();
    const { Answer: records } = answerSchema.parse(await response.json());
    return records.filter((record) => record.type === RECORD_TYPES[type]).map((record) => record.data);
  };
  return async (host, signal) => {
    const found = await Promise.all([ask(host, "A", signal), ask(host, "AAAA", signal)]).catch((cause: unknown) => {
      signal.throwIfAborted();
      const message = `The address of ${host} could not be looked up through DNS over HTTPS at ${RESOLVER_HOST}`;
      throw new AppError("unreadable-resource", message, { retryable: true, cause });
    });
    const addresses = found.flat();
    if (addresses.length === 0)
      throw new AppError("unreadable-resource", `There is no host ${host}, says DNS over HTTPS at ${RESOLVER_HOST}`);
    return addresses;
  };
}
