import { env } from "cloudflare:workers";
import MODULE from "../../.generated/kernel.wasm";

/** The planner's kernel, network and tagger for tests in workerd, as `scripts/planner-files.ts` has them for Node. */
export const loadKernelModule = (): Promise<WebAssembly.Module> => Promise.resolve(MODULE);

async function load(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await env.ASSETS.fetch(`https://assets.invalid/planner/${name}`);
  return new Uint8Array(await file.arrayBuffer());
}

export const loadNetworkFile = (): Promise<Uint8Array<ArrayBuffer>> => load("network.safetensors");
export const loadTaggerFile = (): Promise<Uint8Array<ArrayBuffer>> => load("tagger.safetensors");
