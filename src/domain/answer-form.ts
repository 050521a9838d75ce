/** How a plan's note begins that tells of a part of the request for which nothing is done. */
export const LEFT_OUT = "Left out: ";

/**
 * How the lines begin that follow the results in an answer. `src/response/` writes them, and planning, which
 * takes an earlier answer for material ("translate it"), reads no further than the first.
 */
export const AFTER_RESULTS = {
  results: "The results, as they came:",
  more: "There are more results:",
  leftOut: "This part was not understood or cannot be done here:",
  failed: "This part could not be done:",
  nothingDone: "This could not be done:",
  how: "How it was done:",
} as const;
