/** Every embedded expert behind plain HTTP, for worst.ts to hold against a clock that runs. */

import { loadReader } from "../../evaluation/stored-reader.ts";
import { AppError, toFailure } from "../../src/domain/errors.ts";
import { loadSentenceEncoder } from "../../src/planning/embedded/rank/stored-sentences.ts";
import type { ExpertDependencies } from "../../src/providers/embedded/expert.ts";
import { createEmbeddedProvider } from "../../src/providers/embedded/index.ts";
import type { InputValue } from "../../src/providers/provider.ts";
import { isReadable, textOfDocumentFile } from "../../src/resources/index.ts";
import { loadWordSenses, loadWordVectors } from "../../src/words/stored.ts";

interface Bindings {
  readonly ASSETS: Fetcher;
  readonly LOADER: WorkerLoader;
}

function inputOf(bytes: Uint8Array<ArrayBuffer>, name: string, mediaType: string): InputValue {
  const bounded = (maxBytes = Number.POSITIVE_INFINITY): Uint8Array<ArrayBuffer> => {
    if (bytes.length > maxBytes) throw new AppError("resource-too-large", `More than ${maxBytes} bytes`);
    return bytes;
  };
  return {
    kind: "data",
    mediaType,
    name,
    size: bytes.length,
    text: async (maxBytes) =>
      isReadable(mediaType) ? textOfDocumentFile(bytes, mediaType) : new TextDecoder().decode(bounded(maxBytes)),
    json: async (maxBytes) => JSON.parse(new TextDecoder().decode(bounded(maxBytes))),
    bytes: async (maxBytes) => bounded(maxBytes),
    stream: async () => new Blob([bytes]).stream(),
  };
}

/** POST /TASK-TYPE with a form that has the inputs by port: answers with "done" or the code and message of the error. */
export default {
  async fetch(request, env, ctx) {
    if (request.method !== "POST") return new Response("ready");
    const surroundings: ExpertDependencies = {
      loader: env.LOADER,
      vectors: loadWordVectors,
      senses: loadWordSenses,
      sentences: loadSentenceEncoder,
      reader: loadReader,
      async asset(path) {
        const { body, ok } = await env.ASSETS.fetch(`https://assets.invalid/${path}`);
        if (!ok || !body) throw new AppError("misconfigured", `There is no asset ${path}`);
        return body;
      },
    };
    const taskType = new URL(request.url).pathname.slice(1);
    const provider = createEmbeddedProvider(surroundings);
    const endpoint = provider.endpoints().find((candidate) => candidate.taskType === taskType);
    if (!endpoint) return new Response(`No embedded expert for ${taskType}`, { status: 404 });
    const inputs: Record<string, InputValue[]> = {};
    for (const [port, value] of await request.formData()) {
      const bytes = new Uint8Array(await new Response(value).arrayBuffer());
      const mediaType = (typeof value === "string" ? "" : value.type) || "application/octet-stream";
      inputs[port] = [...(inputs[port] ?? []), inputOf(bytes, port, mediaType)];
    }
    const { signal } = request;
    const outcome = provider.call({ endpoint, taskType, inputs, signal, progress: () => {} }).then(
      async ({ outputs }) => {
        for (const draft of Object.values(outputs))
          if (draft.as === "stream") await new Response(draft.stream).arrayBuffer();
        return { said: "done" };
      },
      (thrown: unknown) => ({ said: `${toFailure(thrown).code}: ${thrown instanceof Error ? thrown.message : ""}` }),
    );
    ctx.waitUntil(outcome);
    return Response.json(await outcome);
  },
} satisfies ExportedHandler<Bindings>;
