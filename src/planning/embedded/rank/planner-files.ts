import { env } from "cloudflare:workers";
// `kernel.wat`, as `npm run build:assets` assembles it: workerd compiles no WebAssembly at run time.
import MODULE from "../../../../.generated/kernel.wasm";

/** The kernel's WebAssembly. In Node `#planner-files` is another file, which assembles it. */
export const loadKernelModule = (): Promise<WebAssembly.Module> => Promise.resolve(MODULE);

/** The network beside this file, for tests: by its asset. */
export async function loadNetworkFile(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await env.ASSETS.fetch("https://assets.invalid/planner/network.safetensors");
  return new Uint8Array(await file.arrayBuffer());
}
