import { env } from "cloudflare:workers";
import MODULE from "../../.generated/kernel.wasm";

/** The kernel, the planner's network and tagger, the layers of the sentence encoder, and the reader for tests in workerd, as `scripts/planner-files.ts` has them for Node. */
export const loadKernelModule = (): Promise<WebAssembly.Module> => Promise.resolve(MODULE);

async function load(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await env.ASSETS.fetch(`https://assets.invalid/${name}`);
  return new Uint8Array(await file.arrayBuffer());
}

export const loadNetworkFile = (): Promise<Uint8Array<ArrayBuffer>> => load("planner/network.safetensors");
export const loadTaggerFile = (): Promise<Uint8Array<ArrayBuffer>> => load("planner/tagger.safetensors");
export const loadSentencesFile = (): Promise<Uint8Array<ArrayBuffer>> => load("words/sentences.safetensors");
export const loadReaderFile = (): Promise<Uint8Array<ArrayBuffer>> => load("experts/reader.safetensors");
