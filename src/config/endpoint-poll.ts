import * as z from "zod";
import type { EndpointPoll } from "../domain/endpoint-poll.ts";
import { headerName } from "./headers.ts";

/** Where in JSON something is (RFC 6901): "" is all of it, "/urls/get" a field of a field. */
const pointer = z
  .string()
  .max(200)
  .regex(/^(?:\/(?:[^/~]|~[01])*)*$/, 'a JSON pointer such as "/urls/get"');

/** The place of the job's id in a template. */
const ID_PLACE = "{id}";

const template = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => decodeURI(new URL(url).pathname).includes(ID_PLACE), `must have ${ID_PLACE} in its path`);

const state = z.string().min(1).max(100).toLowerCase();
const states = z.array(state).min(1).max(20);

/** No endpoint changes its mind more often, and each question takes a request. */
const MIN_INTERVAL_MS = 250;
const MAX_INTERVAL_MS = 60_000;
/** No task may take longer. */
const MAX_WAIT_MS = 15 * 60_000;

export const endpointPoll = z.strictObject({
  statusUrl: z
    .union([
      z.strictObject({ header: headerName }),
      z.strictObject({ pointer }),
      z.strictObject({ template, id: pointer.default("/id") }),
    ])
    .prefault({ header: "location" })
    .describe("Where the job's address is: in a header of a 202 answer, in a field, or made of the id in a field."),
  status: z
    .strictObject({
      pointer,
      done: states.default(["succeeded", "success", "completed", "complete", "done", "finished"]),
      failed: states.default(["failed", "failure", "error", "cancelled", "canceled", "aborted", "expired"]),
    })
    .exactOptional()
    .describe(
      "The field that says how the job stands. Without it, HTTP's 202 means that it runs, and 200 is the result.",
    ),
  result: z
    .union([z.strictObject({ pointer }), z.strictObject({ url: pointer })])
    .prefault({ pointer: "" })
    .describe("Where in the last status the result is, or the field with its address."),
  intervalMs: z.int().min(MIN_INTERVAL_MS).max(MAX_INTERVAL_MS).default(2_000),
  maxMs: z.int().min(MIN_INTERVAL_MS).max(MAX_WAIT_MS).default(MAX_WAIT_MS),
}) satisfies z.ZodType<EndpointPoll>;

/** Secrets of the endpoint go with every request. */
export const FOREIGN_TEMPLATE = {
  path: ["poll", "statusUrl", "template"],
  message: "must be of the same origin as `url`",
};

/** Whether the addresses of jobs would be of another origin than the endpoint's. */
export function hasForeignTemplate({ url, poll }: { readonly url: string; readonly poll?: EndpointPoll }): boolean {
  if (!poll || !("template" in poll.statusUrl)) return false;
  return URL.parse(poll.statusUrl.template)?.origin !== URL.parse(url)?.origin;
}
