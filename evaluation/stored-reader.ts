import { loadKernelModule, loadReaderFile } from "#planner-files";
import { once } from "../src/domain/once.ts";
import { loadNetwork } from "../src/planning/embedded/rank/stored.ts";
import { readReader } from "../src/providers/embedded/text/questions/reader.ts";

/** The reader that is stored beside its code, for scripts and tests: the Worker reads it as an asset. */
export const loadReader = once(async () => {
  const [file, { words }, module] = await Promise.all([loadReaderFile(), loadNetwork(), loadKernelModule()]);
  return readReader(file, words, module);
});
