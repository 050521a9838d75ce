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
  const { steps = [] } = JSON.parse(material) as { readonly steps?: readonly ToldStep[] };
  return { says: JSON.stringify(revised(steps)), about: "reflection", delayMs: 0 };
}

/** A step as a model that looks at the progress is told of it. */
interface ToldStep {
  readonly name: string;
  readonly does: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly { readonly name: string; readonly kind: string }[];
  readonly status: string;
}

/** What a failed step was to give is to be given by another, which does the same once more. */
function revised(steps: readonly ToldStep[]) {
  const failed = steps.filter(({ status }) => status === "failed");
  const add = failed.map(({ name, does, inputs, outputs }) => ({
    ...{ name: `${name}-again`, does: does.replace(": ", " once more: "), inputs, value: 5, effort: 1 },
    outputs: outputs.map((output) => ({ ...output, description: "" })),
    ...{ how: "program", tasks: [] },
  }));
  const drop = failed.map(({ name }) => ({ step: name, reason: "It failed" }));
  return { verdict: failed.length > 0 ? "off" : "on-way", reason: "", add, drop, reorder: [], ask: "" };
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
