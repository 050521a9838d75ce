import { error, json, type Reply } from "./reply.ts";

/** What a call may hold, as JSON or as the fields of a form. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * How a model misbehaves, by what stands behind "#" in its name, several parted by "+": "any-model#429" is out of
 * requests, "any-model#refuses-temperature+cut" will have no temperature and then breaks off.
 */
export const modesOf = ({ model }: Body): ReadonlySet<string> =>
  new Set(typeof model === "string" && model.includes("#") ? model.slice(model.indexOf("#") + 1).split("+") : []);

/** Answers in the place of any other: https://platform.openai.com/docs/guides/error-codes. */
const FAILURES: Readonly<Record<string, () => Reply>> = {
  "400": () =>
    error(400, { message: "This model's maximum context length is 8192 tokens", code: "context_length_exceeded" }),
  "401": () => error(401, { message: "Incorrect API key provided", code: "invalid_api_key" }),
  "402": () => error(402, { message: "You have exceeded your monthly included credits" }),
  "403": () => error(403, { message: "Country, region, or territory not supported" }),
  "404": () => error(404, { message: "The model does not exist", code: "model_not_found" }),
  /** FastAPI's, which vLLM and others are made with. */
  "422": () => json({ detail: [{ loc: ["body", "input"], msg: "[fake] field required", type: "missing" }] }, 422),
  quota: () => error(429, { message: "You exceeded your current quota", code: "insufficient_quota" }),
  "429": () => error(429, { message: "Rate limit reached", code: "rate_limit_exceeded" }, { "retry-after": "7" }),
  "429-date": () =>
    error(429, { message: "Rate limit reached" }, { "retry-after": new Date(Date.now() + 20_000).toUTCString() }),
  "500": () => error(500, { message: "The server had an error" }),
  "503": () => error(503, { message: "The engine is currently overloaded" }, { "retry-after": "3" }),
  /** https://huggingface.co/docs/api-inference/faq */
  loading: () => json({ error: "[fake] Model is currently loading", estimated_time: 12.5 }, 503),
  redirect: () => ({ status: 307, headers: { location: "https://elsewhere.example/v1" }, body: "" }),
  html: () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<html>[fake]</html>" }),
  empty: () => ({ status: 200, headers: { "content-type": "application/json" }, body: "" }),
  "wrong-shape": () => json({ fake: true }),
  endless: () => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: new Uint8Array(12 * 1024 * 1024).fill(32),
  }),
  "endless-error": () => ({
    status: 500,
    headers: { "content-type": "text/plain" },
    body: "x".repeat(2 * 1024 * 1024),
  }),
  unreachable: () => ({ status: 200, headers: {}, body: "", breaks: "before" }),
};

/** The failure that the model's name asks for, among them the refusal of a parameter that is there. */
export function failureOf(body: Body): Reply | null {
  for (const mode of modesOf(body)) {
    const failure = Object.hasOwn(FAILURES, mode) ? FAILURES[mode] : undefined;
    if (failure) return failure();
    const parameter = mode.startsWith("refuses-") ? mode.slice("refuses-".length) : null;
    if (parameter !== null && isAskedFor(parameter, body)) return refusalOf(parameter);
  }
  return null;
}

function isAskedFor(parameter: string, body: Body): boolean {
  if (parameter !== "json_schema") return parameter in body;
  const format = body.response_format;
  return typeof format === "object" && format !== null && "json_schema" in format;
}

/** As OpenAI says it; of a schema, as servers do that know no more of it than the words. */
const refusalOf = (parameter: string): Reply =>
  parameter === "json_schema"
    ? json({ object: "error", message: "[fake] json_schema is not supported", code: 400 }, 400)
    : error(400, { message: `Unsupported parameter: '${parameter}'`, param: parameter, code: "unsupported_parameter" });

/** A good answer, broken on its way as the model's name asks for. */
export function broken(reply: Reply, body: Body): Reply {
  const modes = modesOf(body);
  if (modes.has("truncated")) return { ...reply, body: reply.body.slice(0, reply.body.length / 2) };
  if (modes.has("cut")) return { ...reply, breaks: "cut" };
  if (modes.has("stall")) return { ...reply, breaks: "stall" };
  if (modes.has("slow")) return { ...reply, breaks: "slow" };
  return reply;
}
