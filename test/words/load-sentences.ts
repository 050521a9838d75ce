import { loadKernelModule, loadNetworkFile, loadSentencesFile } from "#planner-files";
import { once } from "../../src/domain/once.ts";
import { readNetwork } from "../../src/planning/embedded/rank/network.ts";
import { readSentenceEncoder } from "../../src/words/sentence-encoder.ts";

/** The sentence encoder as `src/wiring.ts` makes it, for tests and scripts. */
export const loadSentenceEncoder = once(async () => {
  const [network, layers, module] = await Promise.all([loadNetworkFile(), loadSentencesFile(), loadKernelModule()]);
  return readSentenceEncoder(layers, readNetwork(network, module).words, module);
});
