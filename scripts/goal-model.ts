import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** A step of a goal as the goal's own text writes it: `name(input, input) 120`, with the milliseconds that its model takes. */
export interface ScriptedStep {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly delayMs: number;
}

/** A language model for goals whose text says how they are to be broken down; it takes its time, and keeps count. */
export interface GoalModel {
  readonly url: string;
  /** Calls so far, by what was asked: "goal" and the goal's first line, or a step's description. */
  readonly calls: ReadonlyMap<string, number>;
  /** The most that were under way at once. */
  readonly mostAtOnce: number;
  stop(): Promise<void>;
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

/** What the model says to an order and its material, and after how long. */
function answer(instruction: string, material: string): { says: string; about: string; delayMs: number } {
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

/** Listens on loopback for calls in the `json` format of custom endpoints (docs/configuration.md). */
export async function startGoalModel(): Promise<GoalModel> {
  const calls = new Map<string, number>();
  let [open, mostAtOnce] = [0, 0];
  const server = createServer((request, response) => {
    open++;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once("close", () => open--);
    text(request).then(
      (body) => {
        const { inputs } = JSON.parse(body) as { inputs: { instruction: string; text: string } };
        const { says, about, delayMs } = answer(inputs.instruction, inputs.text);
        calls.set(about, (calls.get(about) ?? 0) + 1);
        const timer = setTimeout(() => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ outputs: { text: says } }));
        }, delayMs);
        response.once("close", () => clearTimeout(timer));
      },
      // The caller died before it had asked.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The model listens nowhere");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    calls,
    get mostAtOnce() {
      return mostAtOnce;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
