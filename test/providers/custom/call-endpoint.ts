import { inject } from "vitest";
import { customEndpoints } from "../../../src/config/custom-endpoints.ts";
import type { CustomEndpointConfig } from "../../../src/config.ts";
import type { Kind } from "../../../src/domain/kinds.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { createCustomProvider } from "../../../src/providers/custom/index.ts";
import type { ExpertCall, ExpertResult, Inputs, InputValue, JobSlot } from "../../../src/providers/provider.ts";

const ontology = createOntology();

export const inputOf = (kind: Kind, content: Uint8Array | string, mediaType = "text/plain"): InputValue => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const text = new TextDecoder().decode(bytes);
  return {
    kind,
    mediaType,
    name: 'the "input".png',
    size: bytes.byteLength,
    text: async () => text,
    json: async () => JSON.parse(text),
    bytes: async () => bytes.slice(),
    stream: async () => new Blob([bytes.slice()]).stream(),
  };
};

export interface Surrounded {
  readonly job?: JobSlot;
  readonly signal?: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Stands in for the network. */
  readonly fetch?: typeof fetch;
  /** What was waited, in milliseconds. */
  readonly waited?: number[];
}

/** An endpoint as a deployment configures it, at a path of the scripted expert. */
export function endpointAt(path: string, more: object, taskType = "summarization"): CustomEndpointConfig {
  const url = new URL(path, inject("expertUrl")).href;
  const [endpoint] = customEndpoints.parse([{ model: "our/model", taskType, url, ...more }]);
  if (!endpoint) throw new Error("There is no endpoint");
  return endpoint;
}

/** Calls an endpoint once; waits take no time. */
export async function callEndpoint(
  configured: CustomEndpointConfig,
  inputs: Inputs = { text: [inputOf("text", "long")] },
  { job, signal = new AbortController().signal, now = () => 0, waited = [], fetch: ask = fetch }: Surrounded = {},
): Promise<ExpertResult> {
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  const surroundings = { fetch: (...request: Parameters<typeof fetch>) => ask(...request), now, wait };
  const provider = createCustomProvider([configured], ontology, undefined, surroundings);
  const [endpoint] = provider.endpoints();
  if (!endpoint) throw new Error("There is no endpoint");
  const call: ExpertCall = {
    endpoint,
    taskType: configured.taskType,
    inputs,
    signal,
    progress: () => undefined,
    ...(job ? { job } : {}),
  };
  return provider.call(call);
}
