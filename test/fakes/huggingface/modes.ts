import { json, type Received, type Reply } from "./reply.ts";

/** A broken request to a model's endpoint; its name stands behind a dot in the model's id. */
const text = (status: number, body: string, mediaType = "text/plain; charset=utf-8"): Reply => ({
  status,
  headers: { "content-type": mediaType },
  body: Buffer.from(body),
});

const HTML = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>";

/** What goes wrong before any model is asked. Bodies as services and issues show them; see the comments. */
export const REFUSALS: Readonly<Record<string, Reply>> = {
  /** https://github.com/huggingface/transformers/issues/32665 */
  cold: json({ error: "Model a/b is currently loading", estimated_time: 20.0 }, 503),
  /** https://huggingface.co/docs/hub/rate-limits; `Retry-After` has both forms of RFC 9110. */
  limited: json({ error: "Rate limit reached. You reached PRO hourly usage limit." }, 429, { "retry-after": "7" }),
  "limited-until": json({ error: "Too Many Requests" }, 429, { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" }),
  "limited-somehow": text(429, "Too Many Requests"),
  /** What the Hub says to a token that it does not know. */
  refused: json({ error: "Invalid username or password." }, 401),
  /** https://github.com/huggingface/agents-course/issues/386, https://github.com/fal-ai/fal/issues/1043 */
  spent: json(
    {
      error:
        "You have exceeded your monthly included credits for Inference Providers. Subscribe to PRO to get 20x more monthly included credits.",
    },
    402,
  ),
  /** https://github.com/CSOAI-ORG/councilof-ai/issues/1102 */
  forbidden: json(
    {
      error:
        "This authentication method does not have sufficient permissions to call Inference Providers on behalf of user a",
    },
    403,
  ),
  /** What fal-ai says of its own account, behind the router: https://github.com/fal-ai/fal/issues/1112 */
  locked: json(
    { detail: "User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing." },
    403,
  ),
  gone: json({ error: "Model a/b does not exist" }, 404),
  /** FastAPI's shape, which fal-ai and novita answer with */
  invalid: json({ detail: [{ loc: ["body", "inputs"], msg: "field required", type: "value_error.missing" }] }, 422),
  bad: json({ error: "Input is too long for this model" }, 400),
  down: json({ error: "Internal Server Error" }, 500),
  gateway: text(502, HTML, "text/html"),
  "gateway-timeout": text(504, HTML, "text/html"),
};

/** What is refused of some requests alone. */
export const CONDITIONS: Readonly<Record<string, (received: Received) => Reply | null>> = {
  /** What `transformers` says to an argument that a model's generation does not have (`_validate_model_kwargs`). */
  "without-parameters": ({ json: body }) =>
    body?.parameters === undefined
      ? null
      : json({ error: "The following `model_kwargs` are not used by the model: ['num_beams']" }, 400),
};

/** What goes wrong with an answer that is a success. */
export const SPOILERS: Readonly<Record<string, (reply: Reply) => Reply>> = {
  html: () => text(200, HTML, "text/html"),
  "wrong-shape": () => json({ unexpected: true }),
  "not-a-list": () => json(null),
  truncated: (reply) => ({
    ...reply,
    headers: withoutLength(reply),
    body: reply.body.subarray(0, reply.body.length / 2),
  }),
  cut: (reply) => ({ ...reply, headers: promised(reply), midway: "cut" }),
  slow: (reply) => ({ ...reply, headers: promised(reply), midway: "stall" }),
  huge: (reply) => ({ ...reply, headers: withoutLength(reply), body: Buffer.alloc(12 * 1024 * 1024, " ") }),
};

const withoutLength = ({ headers: { "content-length": _length, ...others } }: Reply): Reply["headers"] => others;
const promised = (reply: Reply): Reply["headers"] => ({
  ...reply.headers,
  "content-length": String(reply.body.length),
});
