/** For each task type that no model of the starter catalogue and no embedded expert does: why, in a sentence. */
export const WHY_NO_MODEL: Readonly<Record<string, string>> = {
  "code-execution": "No model runs programs: that takes a sandbox, which is given as an endpoint of one's own.",
};
