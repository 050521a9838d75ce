import { loadKernelModule, loadReaderFile } from "#planner-files";
import { once } from "../../../../domain/once.ts";
import { loadNetwork } from "../../../../planning/embedded/rank/stored.ts";
import { readReader } from "./reader.ts";

/** The reader beside this file, for scripts and tests: the Worker reads it as an asset. */
export const loadReader = once(async () => {
  const [file, { words }, module] = await Promise.all([loadReaderFile(), loadNetwork(), loadKernelModule()]);
  return readReader(file, words, module);
});
