import MODULE from "./kernel.wasm";
// @ts-expect-error: modules of the bench's own, which are no files.
import NETWORK from "./network.bin";
// @ts-expect-error
import TAGGER from "./tagger.bin";

/** The planner's kernel, network and tagger as modules of the bench's worker: `bench/planning.ts` puts them there. */
export const loadKernelModule = (): Promise<WebAssembly.Module> => Promise.resolve(MODULE);
const load = (file: unknown): Promise<Uint8Array<ArrayBuffer>> => Promise.resolve(new Uint8Array(file as ArrayBuffer));
export const loadNetworkFile = (): Promise<Uint8Array<ArrayBuffer>> => load(NETWORK);
export const loadTaggerFile = (): Promise<Uint8Array<ArrayBuffer>> => load(TAGGER);
