/** The audio experts behind plain HTTP, for audio.ts to measure from outside, where clocks run. */
import { AppError, toFailure } from "../../src/domain/errors.ts";
import type { Kind } from "../../src/domain/kinds.ts";
import { AUDIO_EXPERTS } from "../../src/providers/embedded/audio/entries.ts";
import type { ExpertDependencies } from "../../src/providers/embedded/expert.ts";
import { WorkBudget } from "../../src/providers/embedded/work.ts";
import type { ExpertCall, InputValue } from "../../src/providers/provider.ts";

interface Bindings {
  readonly ASSETS: Fetcher;
  readonly LOADER: WorkerLoader;
}

function inputOf(bytes: Uint8Array<ArrayBuffer>, kind: Kind): InputValue {
  return {
    kind,
    mediaType: "application/octet-stream",
    name: "input",
    size: bytes.length,
    text: async () => new TextDecoder().decode(bytes),
    json: async () => JSON.parse(new TextDecoder().decode(bytes)),
    bytes: async () => bytes,
    stream: async () => new Blob([bytes]).stream(),
  };
}

async function answer(request: Request, env: Bindings): Promise<Response> {
  const taskType = new URL(request.url).pathname.slice(1);
  const entry = AUDIO_EXPERTS.find((candidate) => candidate.taskType === taskType);
  if (!entry) return new Response("ready");
  const surroundings: ExpertDependencies = {
    loader: env.LOADER,
    vectors: () => Promise.reject(new Error("No words are looked up here")),
    senses: () => Promise.reject(new Error("No words are looked up here")),
    async asset(path) {
      const { body, ok } = await env.ASSETS.fetch(`https://assets.invalid/${path}`);
      if (!ok || !body) throw new AppError("misconfigured", `There is no asset ${path}`);
      return body;
    },
  };
  const port = taskType === "text-to-speech" ? "text" : "audio";
  const call: ExpertCall = {
    endpoint: { ...entry, provider: "embedded" },
    taskType,
    inputs: { [port]: [inputOf(new Uint8Array(await request.arrayBuffer()), port)] },
    signal: request.signal,
    progress: () => {},
  };
  const draft = (
    await (await entry.load()).run(call, { ...surroundings, work: new WorkBudget(entry.work, call.signal) })
  ).outputs.audio;
  if (draft?.as === "bytes") return new Response(draft.bytes);
  return new Response(draft?.as === "stream" ? draft.stream : null);
}

export default {
  async fetch(request, env) {
    try {
      return await answer(request, env);
    } catch (thrown) {
      return Response.json(toFailure(thrown), { status: 500 });
    }
  },
} satisfies ExportedHandler<Bindings>;
