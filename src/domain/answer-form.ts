/** How an answer begins that leaves a part of the request out: said before what was done, with a line for each part. */
export const BEFORE_RESULTS = "I did not do:";

/**
 * How the lines begin that follow the results in an answer. `src/response/` writes them, and planning, which
 * takes an earlier answer for material ("translate it"), reads no further than the first.
 */
export const AFTER_RESULTS = {
  results: "The results, as they came:",
  more: "There are more results:",
  failed: "This part could not be done:",
  nothingDone: "This could not be done:",
  how: "How it was done:",
} as const;
