import { AppError } from "../../src/domain/errors.ts";
import { VISION_EXPERTS } from "../../src/providers/embedded/vision/entries.ts";
import { WorkBudget } from "../../src/providers/embedded/work.ts";
import type { InputValue } from "../../src/providers/provider.ts";
import { loadWordSenses, loadWordVectors } from "../../src/words/stored.ts";

interface Bindings {
  readonly ASSETS: Fetcher;
}

const inputOf = (bytes: Uint8Array): InputValue => ({
  kind: "image",
  mediaType: "application/octet-stream",
  name: "input",
  size: bytes.length,
  bytes: async () => bytes,
  text: async () => new TextDecoder().decode(bytes),
  json: async () => null,
  stream: async () => new Response(bytes).body ?? new ReadableStream(),
});

/** POST /task-type?port=text&… with a file for the first port: answers with the outputs and the milliseconds it took. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const taskType = url.pathname.slice(1);
    const entry = VISION_EXPERTS.find((candidate) => candidate.taskType === taskType);
    if (entry === undefined) return new Response("no such expert", { status: 404 });
    const file = new Uint8Array(await request.arrayBuffer());
    const inputs = Object.fromEntries(
      [...url.searchParams].map(([port, text]) => [
        port,
        [inputOf(text === "" ? file : new TextEncoder().encode(text))],
      ]),
    );
    const loading = performance.now();
    const expert = await entry.load();
    const started = performance.now();
    try {
      const { outputs, notes } = await expert.run(
        {
          endpoint: { provider: "embedded", model: entry.model, taskType, description: "", licence: "", grade: "full" },
          taskType,
          inputs,
          signal: request.signal,
          progress: () => {},
        },
        {
          loader: undefined,
          vectors: loadWordVectors,
          senses: loadWordSenses,
          work: new WorkBudget(entry.work, request.signal),
          asset: async (path) =>
            (await env.ASSETS.fetch(`https://assets.invalid/${path}`)).body ?? new ReadableStream(),
        },
      );
      const texts = Object.fromEntries(
        Object.entries(outputs).map(([port, draft]) => [
          port,
          draft.as === "text"
            ? draft.text
            : draft.as === "data"
              ? draft.data
              : draft.as === "bytes"
                ? draft.bytes.length
                : null,
        ]),
      );
      return Response.json({ loadMs: started - loading, runMs: performance.now() - started, outputs: texts, notes });
    } catch (thrown) {
      return Response.json({
        runMs: performance.now() - started,
        error: thrown instanceof AppError ? thrown.code : String(thrown),
        message: String(thrown),
      });
    }
  },
} satisfies ExportedHandler<Bindings>;
