import { loadKernelModule, loadSentencesFile } from "#planner-files";
import { once } from "../../../domain/once.ts";
import { readSentenceEncoder } from "../../../words/sentence-encoder.ts";
import { loadNetwork } from "./stored.ts";

/** The sentence encoder with the words of the network beside this file, for scripts and tests: the Worker reads assets. */
export const loadSentenceEncoder = once(async () => {
  const [file, { words }, module] = await Promise.all([loadSentencesFile(), loadNetwork(), loadKernelModule()]);
  return readSentenceEncoder(file, words, module);
});
