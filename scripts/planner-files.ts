import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assemble } from "./build-assets/assemble.ts";

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../src/planning/embedded/${name}`, import.meta.url));

/** What the planner's kernel is, and its network, for scripts and tests in Node: the Worker has both from `npm run build:assets`. */
export const loadKernelModule = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await assemble("kernel.wat", await readFile(pathOf("encoder/kernel.wat"))));

export const loadNetworkFile = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await readFile(pathOf("rank/network.safetensors")));
