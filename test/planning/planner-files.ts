import { env } from "cloudflare:workers";
import MODULE from "../../.generated/kernel.wasm";

/** The planner's kernel and network for tests in workerd, as `scripts/planner-files.ts` has them for Node. */
export const loadKernelModule = (): Promise<WebAssembly.Module> => Promise.resolve(MODULE);

export async function loadNetworkFile(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await env.ASSETS.fetch("https://assets.invalid/planner/network.safetensors");
  return new Uint8Array(await file.arrayBuffer());
}
