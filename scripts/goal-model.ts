import { type Said, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

/** A step of a goal as the goal's own text writes it: `name(input, input) 120`, with the milliseconds that its model takes. */
export interface ScriptedStep {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly delayMs: number;
}

const STEP = /^(\S+)\(([^)]*)\) (\d+)$/gm;

/** The text of a goal with these steps. */
export const goalText = (title: string, steps: readonly ScriptedStep[]): string =>
  [title, ...steps.map(({ name, inputs, delayMs }) => `${name}(${inputs.join(", ")}) ${delayMs}`)].join("\n");

const stepsIn = (words: string): readonly ScriptedStep[] =>
  [...words.matchAll(STEP)].map(([, name = "", inputs = "", delay = ""]) => ({
    name,
    inputs: inputs.split(", ").filter((input) => input !== ""),
    delayMs: Number(delay),
  }));

/** What the model says to an order and its material: a call is about "goal" and the goal's first line, or a step's description. */
function answer(instruction: string, material: string): Said {
  const { goal = "", does = "" } = JSON.parse(material) as { goal?: string; does?: string };
  if (instruction.startsWith("Break this goal down")) {
    const steps = stepsIn(goal);
    const taken = new Set(steps.flatMap(({ inputs }) => inputs));
    const value = (name: string) => ({ name, kind: "text", description: "" });
    const says = JSON.stringify({
      outputs: steps.filter(({ name }) => !taken.has(name)).map(({ name }) => value(name)),
      steps: steps.map(({ name, inputs, delayMs }) => ({
        ...{ name: `make-${name}`, does: `${goal.split("\n")[0]}: ${name} in ${delayMs} ms`, inputs },
        ...{ outputs: [value(name)], value: 5, effort: 1, how: "program", tasks: [] },
      })),
    });
    return { says, about: `goal ${goal.split("\n")[0]}`, delayMs: 0 };
  }
  if (instruction.startsWith("Write a JavaScript program")) {
    const name = /: (\S+) in \d+ ms$/.exec(does)?.[1] ?? "";
    const says = `return { ${JSON.stringify(name)}: ${JSON.stringify(`${does} done`)} };`;
    return { says, about: does, delayMs: Number(/(\d+) ms$/.exec(does)?.[1] ?? 0) };
  }
  const says = JSON.stringify({ verdict: "on-way", reason: "", add: [], drop: [], reorder: [], ask: "" });
  return { says, about: "reflection", delayMs: 0 };
}

/** A language model for goals whose text says how they are to be broken down. */
export const startGoalModel = (): Promise<ScriptedModel> => startScriptedModel(answer);
