import { type Said, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

/**
 * A step of a goal as the goal's own text writes it: `name(input, input) 120`, with the milliseconds that its model takes.
 * It is done by a program, or where `by plan` follows by a plan of one text, which works on its first input.
 */
export interface ScriptedStep {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly delayMs: number;
  readonly isPlan?: boolean;
}

const STEP = /^(\S+)\(([^)]*)\) (\d+)( by plan)?$/gm;

/** The text of a goal with these steps. */
export const goalText = (title: string, steps: readonly ScriptedStep[]): string =>
  [
    title,
    ...steps.map(
      ({ name, inputs, delayMs, isPlan }) => `${name}(${inputs.join(", ")}) ${delayMs}${isPlan ? " by plan" : ""}`,
    ),
  ].join("\n");

const stepsIn = (words: string): readonly ScriptedStep[] =>
  [...words.matchAll(STEP)].map(([, name = "", inputs = "", delay = "", plan]) => ({
    name,
    inputs: inputs.split(", ").filter((input) => input !== ""),
    delayMs: Number(delay),
    isPlan: plan !== undefined,
  }));

/** What the model says to an order and its material: a call is about "goal" and the goal's first line, or a step's description. */
export function scriptedAnswer(instruction: string, material: string): Said {
  if (instruction.startsWith("Break this goal down")) {
    const { goal } = JSON.parse(material) as { goal: string };
    const [title = ""] = goal.split("\n");
    return { says: JSON.stringify(brokenDown(title, stepsIn(goal))), about: `goal ${title}`, delayMs: 0 };
  }
  if (instruction.startsWith("Write a JavaScript program")) {
    const { does } = JSON.parse(material) as { does: string };
    const name = DOES.exec(does)?.[1] ?? "";
    const says = `return { ${JSON.stringify(name)}: ${JSON.stringify(`${does} done`)} };`;
    return { says, about: does, delayMs: delayOf(does) };
  }
  if (DOES.test(instruction)) return { says: `${instruction} done`, about: instruction, delayMs: delayOf(instruction) };
  const says = JSON.stringify({ verdict: "on-way", reason: "", add: [], drop: [], reorder: [], ask: "" });
  return { says, about: "reflection", delayMs: 0 };
}

const DOES = /: (\S+) in (\d+) ms$/;
const delayOf = (does: string): number => Number(DOES.exec(does)?.[2] ?? 0);

function brokenDown(title: string, steps: readonly ScriptedStep[]) {
  const taken = new Set(steps.flatMap(({ inputs }) => inputs));
  const value = (name: string) => ({ name, kind: "text", description: "" });
  return {
    outputs: steps.filter(({ name }) => !taken.has(name)).map(({ name }) => value(name)),
    steps: steps.map(({ name, inputs, delayMs, isPlan }) => {
      const does = `${title}: ${name} in ${delayMs} ms`;
      const [first] = inputs;
      const args = [
        { name: "instruction", value: does },
        { name: "text", value: first === undefined ? title : `<${first}>` },
      ];
      return {
        ...{ name: `make-${name}`, does, inputs, outputs: [value(name)], value: 5, effort: 1 },
        ...(isPlan ? { how: "plan", tasks: [{ task: "text-generation", args }] } : { how: "program", tasks: [] }),
      };
    }),
  };
}

/** A language model for goals whose text says how they are to be broken down. */
export const startGoalModel = (): Promise<ScriptedModel> => startScriptedModel(scriptedAnswer);
