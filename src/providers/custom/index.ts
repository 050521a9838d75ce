import type { CustomEndpointConfig } from "../../config.ts";
import { AppError } from "../../domain/errors.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { memoryPermits } from "../memory-permits.ts";
import type { ExpertCall, Provider } from "../provider.ts";
import type { WireFormat, WireRequest } from "./format.ts";
import { hfInferenceFormat } from "./hf-inference-format.ts";
import { jsonFormat } from "./json-format.ts";
import { readResponse } from "./response.ts";

const FORMATS: Readonly<Record<CustomEndpointConfig["format"], WireFormat>> = {
  json: jsonFormat,
  "hf-inference": hfInferenceFormat,
};

/** Models behind URLs that the deployment's own configuration names. */
export function createCustomProvider(configured: readonly CustomEndpointConfig[], ontology: Ontology): Provider {
  return {
    name: "custom",
    endpoints: () =>
      configured.map(({ model, taskType, description, licence }) => ({
        provider: "custom",
        model,
        taskType,
        description: description || `A ${taskType} endpoint of this deployment`,
        licence,
        grade: "full",
      })),
    call: async (call) => {
      const endpoint = configured.find(
        ({ model, taskType }) => model === call.endpoint.model && taskType === call.taskType,
      );
      const type = ontology.get(call.taskType);
      if (!endpoint || !type) throw new AppError("no-model", `No endpoint is configured for ${call.endpoint.model}`);
      const format = FORMATS[endpoint.format];
      const response = await memoryPermits.run(format.memoryBytes(call.inputs), call.signal, async () =>
        send(endpoint, await format.write(call, type), call),
      );
      return { outputs: await format.read(response, type, call.signal) };
    },
  };
}

async function send(endpoint: CustomEndpointConfig, request: WireRequest, call: ExpertCall) {
  let response: Response;
  try {
    response = await fetch(endpoint.url, {
      method: "POST",
      headers: { ...request.headers, ...endpoint.headers },
      body: request.body,
      redirect: "manual",
      signal: call.signal,
    });
  } catch (cause) {
    if (call.signal.aborted)
      throw new AppError("timeout", `${endpoint.model} took too long`, { retryable: true, cause });
    throw new AppError("provider-unavailable", `${endpoint.model} cannot be reached`, { retryable: true, cause });
  }
  return readResponse(response, endpoint.model);
}
