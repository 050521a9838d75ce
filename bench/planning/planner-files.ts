import MODULE from "./kernel.wasm";
// @ts-expect-error: a module of the bench's own, which is no file.
import NETWORK from "./network.bin";

/** The planner's kernel and network as modules of the bench's worker: `bench/planning.ts` puts them there. */
export const loadKernelModule = (): Promise<WebAssembly.Module> => Promise.resolve(MODULE);
export const loadNetworkFile = (): Promise<Uint8Array<ArrayBuffer>> =>
  Promise.resolve(new Uint8Array(NETWORK as ArrayBuffer));
