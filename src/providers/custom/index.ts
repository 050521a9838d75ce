import type { CustomEndpointConfig } from "../../config.ts";
import { type Endpoint, fingerprint, hostedAt, statedIn } from "../../domain/endpoints.ts";
import { AppError } from "../../domain/errors.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import { watchFetch, withFakeNote } from "../fake-marker.ts";
import { memoryPermits } from "../memory-permits.ts";
import { withBoxesDrawn } from "../overlays/index.ts";
import type { Provider } from "../provider.ts";
import type { WireFormat } from "./format.ts";
import { readResponse } from "./format.ts";
import { hfInferenceFormat } from "./hf-inference-format.ts";
import { runJob } from "./jobs.ts";
import { jsonFormat } from "./json-format.ts";
import { multipartFormat } from "./multipart-format.ts";
import type { OwnEndpoint, OwnModels } from "./own-models.ts";
import { createEndpointTransport, type HttpDependencies, PLATFORM } from "./transport.ts";

const FORMATS: Readonly<Record<CustomEndpointConfig["format"], WireFormat>> = {
  json: jsonFormat,
  multipart: multipartFormat,
  "hf-inference": hfInferenceFormat,
};

/**
 * The provider of models behind URLs: those of the deployment's configuration, and those that a tenant added for itself.
 * @param own the models of the tenant that is served; a configured model of the same name takes precedence
 */
export function createCustomProvider(
  configured: readonly CustomEndpointConfig[],
  ontology: Ontology,
  own?: OwnModels,
  dependencies: HttpDependencies = PLATFORM,
): Provider {
  /** Keeps the results of `find` for the call that follows. */
  const found = new WeakMap<Endpoint, OwnEndpoint>();

  const findOwn = async (endpoint: Endpoint, taskType: string): Promise<OwnEndpoint | null> =>
    found.get(endpoint) ?? (await own?.find(endpoint.model, taskType)) ?? null;

  return {
    name: "custom",
    endpoints: () => configured.map(toEndpoint),
    find: async (model, taskType) => {
      const mine = await own?.find(model, taskType);
      if (!mine) return null;
      found.set(mine.endpoint, mine);
      return mine.endpoint;
    },
    call: async (call) => {
      const { endpoint, taskType, signal } = call;
      const { model } = endpoint;
      const configuredOne = configured.find((one) => one.model === model && one.taskType === taskType);
      const target = configuredOne ?? (await findOwn(endpoint, taskType));
      const type = ontology.get(taskType);
      if (!target || !type) throw new AppError("no-model", `There is no endpoint for ${model}`);
      const { url, headers, poll } = target;
      const { auth } = configuredOne ?? {};
      const vet = configuredOne || !own ? {} : { vet: (address: string) => vetFor(own, model, address, signal) };
      const watched = watchFetch(dependencies.fetch);
      const endpointTarget = { model, url, headers, ...vet, ...(auth ? { auth } : {}) };
      const transport = createEndpointTransport(endpointTarget, { ...dependencies, fetch: watched.fetch }, signal);
      const format = FORMATS[target.format];
      const start = (): Promise<Response> =>
        memoryPermits.run(format.memoryBytes(call.inputs), signal, () =>
          transport.post(() => format.write(call, type)),
        );
      const response = poll
        ? await runJob({ call, transport, poll, dependencies }, start)
        : await readResponse(await start(), { name: model, signal });
      call.answered?.({});
      return withFakeNote(await withBoxesDrawn(await format.read(response, type, call), call), watched);
    },
  };
}

const toEndpoint = ({ model, taskType, description, licence, url, ...facts }: CustomEndpointConfig): Endpoint => ({
  provider: "custom",
  model,
  taskType,
  description: description || `A ${taskType} endpoint of this deployment`,
  licence,
  grade: "full",
  version: fingerprint([url, licence, JSON.stringify(statedIn(facts))]),
  ...statedIn({ ...hostedAt(url), ...facts }),
});

/**
 * A name may lead elsewhere than when the model was added, so its address is looked at again before each request.
 * @throws {AppError} `unsafe-url`; a host that is not there is an endpoint that cannot be reached, and no unreadable file.
 */
async function vetFor(own: OwnModels, model: string, address: string, signal: AbortSignal): Promise<void> {
  try {
    await own.vet(address, signal);
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== "unreadable-resource") throw thrown;
    const { message, retryable } = thrown;
    throw new AppError("provider-unavailable", `${model}: ${message}`, { retryable, cause: thrown });
  }
}
