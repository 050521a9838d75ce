import { createServer } from "node:http";
import { text } from "node:stream/consumers";

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

/** A language model for goals whose text says how they are to be broken down; it takes its time, and keeps count. */
export interface GoalModel {
  /** Of a custom endpoint whose format is `json`. */
  readonly url: string;
  /** The base of the same model behind OpenAI's chat completions. */
  readonly openAiUrl: string;
  /** Calls so far, by what was asked: "goal" and the goal's first line, or a step's description. */
  readonly calls: ReadonlyMap<string, number>;
  /** The most that were under way at once. */
  readonly mostAtOnce: number;
  stop(): Promise<void>;
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

/** What the model says, what that is about, and how long it takes. */
export interface Scripted {
  readonly says: string;
  readonly about: string;
  readonly delayMs: number;
}

/** What the model says to an order and its material. */
export function scriptedAnswer(instruction: string, material: string): Scripted {
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

/** An order and its material. */
interface Asked {
  readonly instruction: string;
  readonly text: string;
}

/** What a chat completion is asked for, as `text-generation` writes it down: all in the last message. */
export function askedOfChat(body: string): Asked {
  const { messages } = JSON.parse(body) as { messages: readonly { readonly content: string }[] };
  return JSON.parse(messages.at(-1)?.content ?? "{}") as Asked;
}

/** https://platform.openai.com/docs/api-reference/chat/object */
export const completionOf = (
  content: string,
  more: { readonly end?: "stop" | "length"; readonly usage?: object } = {},
) => ({
  ...{ id: "chatcmpl-scripted", object: "chat.completion", created: 0, model: "scripted-writer" },
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal: null },
      logprobs: null,
      finish_reason: more.end ?? "stop",
    },
  ],
  ...(more.usage ? { usage: more.usage } : {}),
});

/** Of four characters a token. */
export function usageOf(question: string, answer: string) {
  const tokens = ({ length }: string): number => Math.ceil(length / 4);
  const [prompt, completion] = [tokens(question), tokens(answer)];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const CHAT = "/v1/chat/completions";

/** Listens on loopback for chat completions, and for calls in the `json` format of custom endpoints (docs/configuration.md). */
export async function startGoalModel(): Promise<GoalModel> {
  const calls = new Map<string, number>();
  let [open, mostAtOnce] = [0, 0];
  const server = createServer((request, response) => {
    open++;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once("close", () => open--);
    text(request).then(
      (body) => {
        const isChat = request.url === CHAT;
        const asked = isChat ? askedOfChat(body) : (JSON.parse(body) as { inputs: Asked }).inputs;
        const { says, about, delayMs } = scriptedAnswer(asked.instruction, asked.text);
        calls.set(about, (calls.get(about) ?? 0) + 1);
        const timer = setTimeout(() => {
          response.writeHead(200, { "content-type": "application/json" });
          response.end(
            JSON.stringify(isChat ? completionOf(says, { usage: usageOf(body, says) }) : { outputs: { text: says } }),
          );
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
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/`,
    openAiUrl: `${origin}/v1`,
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
