import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { scriptedAnswer } from "../../../scripts/goal-model.ts";
import { askedOfChat, completionOf, usageOf } from "../../../scripts/scripted-model.ts";
import { listen } from "../../../test/fakes/listen.ts";
import { give, type Manner, type Sound } from "../faults.ts";
import { numberIn } from "../gateway.ts";
import type { GoalCase, Mood } from "./cases.ts";

/** US dollars for a million tokens. */
const PRICES = { dear: { in: 2, out: 8 }, cheap: { in: 0.5, out: 2 } } as const;
type Model = keyof typeof PRICES;
const MODELS: readonly Model[] = ["dear", "cheap"];

/** The models as `CONFIG` names them. */
export const PRICED_MODELS = MODELS.map((model) => ({
  ...{ model, does: "chat", contextTokens: 128_000 },
  prices: [
    { usd: PRICES[model].in, per: "million-input-tokens", asOf: "2026-11-27" },
    { usd: PRICES[model].out, per: "million-output-tokens", asOf: "2026-11-27" },
  ],
}));

/** Beyond the tokens that a model was allowed. */
const BEYOND = 3;

/** A call as the server saw it. */
export interface GoalCall {
  readonly goal: number;
  readonly about: string;
  readonly manner: Manner;
  readonly mood: Mood;
  /** What the server bills for it, in US dollars. */
  readonly usd: number;
  /** How much of it is for tokens beyond those that were allowed. */
  readonly beyondUsd: number;
}

/** What is answered with a success is billed, and so is what the server answers when nobody hears it any more. */
const isBilled = (manner: Manner): boolean => !/^(status|rate limit|cold start)/.test(manner);

/** An OpenAI-compatible server on loopback whose models break goals down, write programs and texts, and fail as the cases say. */
export async function startPricedModels(cases: readonly GoalCase[]) {
  const calls: GoalCall[] = [];
  const server = createServer((request, response) => {
    // A connection that is kept may be cut while the next request is on its way, which then arrives nowhere.
    response.shouldKeepAlive = false;
    text(request)
      .then(async (body) => {
        const { instruction, text: material } = askedOfChat(body);
        const goal = numberIn(body);
        const { says, about, delayMs } = scriptedAnswer(instruction, material);
        const nth = calls.filter((call) => call.goal === goal && call.about === about).length;
        const { manner, mood } = cases[goal]?.behave(about, nth) ?? { manner: "sound", mood: "as scripted" };
        const { completion, ...bill } = inMood(mood, body, says);
        calls.push({ goal, about, manner, mood, ...(isBilled(manner) ? bill : { usd: 0, beyondUsd: 0 }) });
        await sleep(delayMs);
        give(response, completion, manner);
      })
      // The caller left before it had asked.
      .catch(() => response.destroy());
  });
  const origin = await listen(server);
  return {
    url: `${origin}/v1`,
    calls,
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** An answer, and what it costs. */
function inMood(
  mood: Mood,
  body: string,
  says: string,
): { readonly completion: Sound } & Pick<GoalCall, "usd" | "beyondUsd"> {
  const { model, max_tokens: most } = JSON.parse(body) as { readonly model: Model; readonly max_tokens: number };
  const content =
    mood === "nonsense" ? "I would rather {{ not" : mood === "cut off" ? says.slice(0, says.length / 2) : says;
  const told = usageOf(body, content);
  const completionTokens = mood === "beyond" ? most * BEYOND : mood === "cut off" ? most : told.completion_tokens;
  const usage = { ...told, completion_tokens: completionTokens, total_tokens: told.prompt_tokens + completionTokens };
  const end = mood === "cut off" ? "length" : "stop";
  const answer = completionOf(content, mood === "untold" ? { end } : { end, usage });
  return {
    completion: { status: 200, mediaType: "application/json", body: Buffer.from(JSON.stringify(answer)) },
    usd: (told.prompt_tokens * PRICES[model].in + completionTokens * PRICES[model].out) / 1e6,
    beyondUsd: (Math.max(0, completionTokens - most) * PRICES[model].out) / 1e6,
  };
}
