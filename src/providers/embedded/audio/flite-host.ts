import { AppError } from "../../../domain/errors.ts";
import type { ExpertDependencies } from "../expert.ts";
import type FliteIsolate from "./flite-isolate.ts";

const CODE_ASSET = "experts/flite.js";
const SYNTHESIZER_ASSET = "experts/flite.wasm";
const COMPATIBILITY_DATE = "2026-10-01";

const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<ArrayBuffer> => new Response(stream).arrayBuffer();

async function fingerprint(code: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code)));
  return [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Says a text; a failure is worth another try, as it may be the isolate that was lost and not the text. */
export interface FliteHost {
  /** @param text as `Flite.speak` wants it. @returns a WAV file */
  speak(text: string): Promise<Uint8Array>;
}

/**
 * Flite, in an isolate of its own without network or bindings: at 21.5 MB the synthesizer is too large for the
 * Worker's bundle, and a crash of it stays there. The isolate is kept while the platform cares to, under a name
 * that changes with its code (which names the synthesizer's version), so a new deployment never meets an old one.
 * @throws {AppError} `misconfigured` without a Worker Loader or the assets
 */
export async function openFlite(surroundings: ExpertDependencies): Promise<FliteHost> {
  const { loader } = surroundings;
  if (!loader)
    throw new AppError("misconfigured", "Speech needs a Worker Loader: add [[worker_loaders]] with binding LOADER.");
  const code = new TextDecoder().decode(await bytesOf(await surroundings.asset(CODE_ASSET)));
  const worker = loader.get(`flite-${await fingerprint(code)}`, async () => ({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: "flite.js",
    modules: { "flite.js": code, "flite.wasm": { wasm: await bytesOf(await surroundings.asset(SYNTHESIZER_ASSET)) } },
    globalOutbound: null,
  }));
  const entrypoint = worker.getEntrypoint<FliteIsolate>();
  return {
    async speak(text) {
      try {
        return await entrypoint.speak(text);
      } catch (cause) {
        throw new AppError("provider-unavailable", "The embedded speech synthesizer failed.", {
          retryable: true,
          cause,
        });
      }
    },
  };
}
