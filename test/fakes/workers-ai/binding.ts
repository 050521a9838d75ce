import type { WorkersAiBinding } from "../../../src/config/controllers.ts";

/**
 * An `AI` binding that takes and gives what the real one does (github.com/cloudflare/workerd,
 * src/cloudflare/internal/ai-api.ts), and has the fake server run the models.
 * @param url up to the API's version, as for REST
 */
export const fakeBinding = (url: string, account: string): WorkersAiBinding => ({
  run: async (model, inputs, { signal }) => {
    const { body, type, query } = await requestOf(inputs);
    const headers = { authorization: "Bearer binding", "content-type": type };
    const address = `${url}/accounts/${account}/ai/run/${model}${query}`;
    const response = await fetch(address, { method: "POST", headers, body, redirect: "manual", signal });
    if (!response.ok) throw await errorOf(response);
    if (response.headers.get("content-type") !== "application/json") return response.body;
    const { result, success, errors } = (await response.json()) as Envelope;
    if (!success) throw upstream(errors[0]?.message ?? "");
    return result;
  },
});

/** As a local server has it, where nothing runs models. */
export const switchedOffBinding: WorkersAiBinding = {
  run: async () => {
    throw new Error("Binding AI needs to be run remotely");
  },
};

interface Envelope {
  readonly result: unknown;
  readonly success: boolean;
  readonly errors: readonly { readonly code?: number; readonly message: string }[];
}

interface Streamed {
  readonly body: ReadableStream;
  readonly contentType: string;
}

const isStreamed = (value: unknown): value is Streamed =>
  typeof value === "object" && value !== null && "body" in value && value.body instanceof ReadableStream;

async function requestOf(inputs: Readonly<Record<string, unknown>>) {
  const [field, streamed] = Object.entries(inputs).find(([, value]) => isStreamed(value)) ?? [];
  if (!isStreamed(streamed)) return { body: JSON.stringify(inputs), type: "application/json", query: "" };
  const rest = Object.entries(inputs).filter(([name]) => name !== field);
  const parameters = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
  return {
    body: await new Response(streamed.body).arrayBuffer(),
    type: streamed.contentType,
    query: rest.length === 0 ? "" : `?${parameters}`,
  };
}

async function errorOf(response: Response): Promise<Error> {
  const text = await response.text();
  try {
    const [error] = (JSON.parse(text) as Envelope).errors;
    return upstream(`${error?.code}: ${error?.message}`);
  } catch {
    return upstream(text);
  }
}

const upstream = (message: string): Error => Object.assign(new Error(message), { name: "InferenceUpstreamError" });
