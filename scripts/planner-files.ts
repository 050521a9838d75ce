import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { assemble } from "./build-assets/assemble.ts";

const read = (path: string): Promise<Buffer> => readFile(fileURLToPath(new URL(`../src/${path}`, import.meta.url)));

/** The kernel, the planner's network and tagger, the layers of the sentence encoder, and the reader, for scripts and tests in Node: the Worker has them from `npm run build:assets`. */
export const loadKernelModule = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await assemble("kernel.wat", await read("words/encoder/kernel.wat")));

export const loadNetworkFile = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await read("planning/embedded/rank/network.safetensors"));

export const loadTaggerFile = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await read("planning/embedded/constraints/tagger.safetensors"));

export const loadSentencesFile = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await read("words/sentences.safetensors"));

export const loadReaderFile = async (): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await read("providers/embedded/text/questions/reader.safetensors"));
