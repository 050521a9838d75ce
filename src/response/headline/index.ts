import type { TaskResult } from "../results.ts";
import { answersTold } from "./answers.ts";
import { entriesTold } from "./entries.ts";
import { labelsTold } from "./labels.ts";
import { thingsTold } from "./things.ts";
import type { Tell } from "./told.ts";

/** The first words of an answer: what the results of all tasks together say to what was asked. */
export interface Headline {
  /** Plain text, which may hold words of users and models; a paragraph for each of several questions. */
  readonly text: string;
  /** The tasks of whose results it says everything but their files. */
  readonly tells: ReadonlySet<number>;
}

const TELLS: readonly Tell[] = [thingsTold, answersTold, entriesTold, labelsTold];

/**
 * What was asked, answered from the typed results of all tasks: counts of things over all pictures, yes or no, which of
 * several, which entries of a text, sums of amounts. Null where no result says more together than each does by itself.
 * @param request as it was written; only its English question forms are understood
 */
export function headlineOf(request: string, results: readonly TaskResult[]): Headline | null {
  for (const tell of TELLS) {
    const told = tell(request, results);
    if (told) return { text: told.text, tells: new Set(told.tells.map(({ task }) => task)) };
  }
  return null;
}
