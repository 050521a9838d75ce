import * as z from "zod";
import { PRICE_UNITS } from "../domain/catalogue.ts";
import { HOSTED } from "../domain/endpoints.ts";
import type { EndpointPoll } from "../domain/own-models.ts";
import { statedScores } from "./stated-scores.ts";

/** Enough for a signed token with many claims. */
const MAX_HEADER_CHARS = 4_096;

/** Headers that frame a message or belong to one connection (RFC 9110 §7.6.1), which cannot be configured. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...["connection", "content-length", "expect", "host", "keep-alive", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
]);

export const headerName = z
  .string()
  .max(64)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, "not a name of a header")
  .refine((name) => !RESERVED_HEADERS.has(name.toLowerCase()), "this header cannot be set");

export const headerValue = z
  .string()
  .max(MAX_HEADER_CHARS)
  .regex(/^[\t\x20-\x7e]*$/, "visible ASCII characters alone");

/** A JSON pointer (RFC 6901): "" is the whole document, "/urls/get" a nested field. */
const pointer = z
  .string()
  .max(200)
  .regex(/^(?:\/(?:[^/~]|~[01])*)*$/, 'a JSON pointer such as "/urls/get"');

/** The placeholder for the job's id in a template. */
const ID_PLACE = "{id}";

const template = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => decodeURI(new URL(url).pathname).includes(ID_PLACE), `must have ${ID_PLACE} in its path`);

const jobState = z.string().min(1).max(100).toLowerCase();
const jobStates = z.array(jobState).min(1).max(20);

/** Bounds of the polling interval; each poll is a request. */
const MIN_INTERVAL_MS = 250;
const MAX_INTERVAL_MS = 60_000;
/** The longest time that a task may take. */
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
      done: jobStates.default(["succeeded", "success", "completed", "complete", "done", "finished"]),
      failed: jobStates.default(["failed", "failure", "error", "cancelled", "canceled", "aborted", "expired"]),
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

/** Why a template of another origin is refused: the endpoint's secrets are sent with every request. */
export const FOREIGN_TEMPLATE = {
  path: ["poll", "statusUrl", "template"],
  message: "must be of the same origin as `url`",
};

/** True for a template that would lead to another origin than the endpoint's. */
export function hasForeignTemplate({ url, poll }: { readonly url: string; readonly poll?: EndpointPoll }): boolean {
  if (!poll || !("template" in poll.statusUrl)) return false;
  return URL.parse(poll.statusUrl.template)?.origin !== URL.parse(url)?.origin;
}

/** Ten times what the largest models published have. */
const MAX_PARAMETERS = 1e14;
/** The same with ten bytes each. */
const MAX_BYTES = 1e15;
/** More languages than any model states; a model with more is "mul". */
const MAX_LANGUAGES = 300;
const MAX_PRICE_USD = 1_000_000;

/** A BCP 47 tag of at most four parts: "en", "pt-BR", "zh-Hant-TW", "mul". */
const language = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, 'a language tag such as "en" or "pt-BR"');

const price = z.strictObject({
  usd: z.number().min(0).max(MAX_PRICE_USD),
  per: z.enum(PRICE_UNITS),
  source: z.string().min(1).max(300).default("stated with the endpoint"),
  asOf: z.iso.date().describe("The day the price was read."),
});

/** One price for each unit that is charged for. */
const prices = z
  .array(price)
  .max(PRICE_UNITS.length)
  .refine((all) => new Set(all.map(({ per }) => per)).size === all.length, "a unit may be priced once");

/** The fields by which an endpoint's configuration states facts about its model; those left out are unknown. */
export const statedFields = {
  parameters: z.int().min(0).max(MAX_PARAMETERS).exactOptional().describe("Counted one by one; 0 for a program."),
  bytes: z.int().min(0).max(MAX_BYTES).exactOptional().describe("On disk."),
  languages: z
    .array(language)
    .max(MAX_LANGUAGES)
    .exactOptional()
    .describe('BCP 47; ["mul"] for a hundred and more, [] for a model that works on no language.'),
  gated: z.boolean().exactOptional().describe("Whether its weights are given only to those who ask."),
  prices: prices.exactOptional(),
  scores: statedScores.exactOptional().describe("Its figures on benchmarks."),
} as const;

/** Fields that only the deployment may set, as requests that ask for local models rely on them. */
export const vouchedFields = {
  hosted: z
    .enum(HOSTED)
    .exactOptional()
    .describe("`here` if what it is sent stays in your house; unknown where the address doesn't tell."),
} as const;
