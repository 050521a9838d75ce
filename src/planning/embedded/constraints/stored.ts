import { loadKernelModule, loadTaggerFile } from "#planner-files";
import { loadNetwork } from "../rank/stored.ts";
import { type ConstraintReading, createConstraintReader, type ReadConstraints } from "./index.ts";
import { readTagger } from "./tagger.ts";

let loaded: Promise<ReadConstraints> | undefined;

/** The reader with the tagger beside this file, for scripts and tests: the Worker reads it with its first plan. */
export function loadConstraintReader(): Promise<ReadConstraints> {
  loaded ??= Promise.all([loadTaggerFile(), loadNetwork(), loadKernelModule()]).then(([file, { words }, module]) =>
    createConstraintReader(readTagger(file, words, module)),
  );
  return loaded;
}

/** What the words of a request restrict, by that reader. */
export const readConstraints = async (text: string): Promise<ConstraintReading> => (await loadConstraintReader())(text);
