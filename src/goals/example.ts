/**
 * A small model writes down no step that only reads a text once it has seen that texts are used as they are. On one line, as
 * the answer is to be.
 */
const EXAMPLE = {
  outputs: [{ name: "letter-in-french", kind: "text", description: "the letter, in French" }],
  steps: [
    {
      ...{ name: "shorten", does: "Drop the lines that are quoted", inputs: ["letter.txt"] },
      outputs: [{ name: "short-letter", kind: "text", description: "the letter without quotations" }],
      ...{ value: 5, effort: 1, how: "program", tasks: [] },
    },
    {
      ...{ name: "translate", does: "Translate the short letter into French", inputs: ["short-letter"] },
      outputs: [{ name: "letter-in-french", kind: "text", description: "the letter, in French" }],
      ...{ value: 8, effort: 3, how: "plan" },
      tasks: [
        {
          task: "translation",
          args: [
            { name: "text", value: "<short-letter>" },
            { name: "target-language", value: "French" },
          ],
        },
      ],
    },
  ],
} as const;

/** A breakdown as it is to be written down; none where its task cannot run here. */
export const exampleFor = (isGoal: boolean, tasks: readonly string[]): readonly string[] => {
  if (!tasks.includes("translation")) return [];
  const { outputs, steps } = EXAMPLE;
  const shown = JSON.stringify(isGoal ? { outputs, steps } : { steps });
  return [`The form, for another goal ("Put letter.txt into French, without what it quotes"): ${shown}`];
};
