import { env } from "cloudflare:workers";
import { inject } from "vitest";
import type { NewKey } from "../../src/domain/api-key.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import type { GoalBudget, GoalEvent, GoalEventData } from "../../src/domain/goal/events.ts";
import { DEFAULT_GOAL_TIME_MS } from "../../src/domain/goal/policy.ts";
import type { GoalState } from "../../src/domain/goal/state.ts";
import { randomHex } from "../../src/domain/ids.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Subscriber } from "../../src/domain/webhooks/delivery.ts";
import type { GoalRpc } from "../../src/rpc/goals.ts";
import { wire } from "../../src/wiring.ts";
import type { Asked, Reply } from "../fakes/expert/mind.ts";
import { WITHIN_MS } from "../patience.ts";
import { value } from "./driver.ts";

/**
 * A tenant with a model of its own that says what the test tells it, and goals of it.
 * @param key whose goals they are; one that has no limits where it is left out
 */
export async function openMind(
  replies: readonly Reply[],
  { key, ...stated }: Endpoint["stated"] & { readonly key?: NewKey } = {},
) {
  const { ids, goal, tenant } = wire(env);
  const name = randomHex(8);
  const mind = new URL(`/mind/${name}`, inject("expertUrl")).href;
  const say = async (more: readonly Reply[]): Promise<void> => {
    await fetch(mind, { method: "PUT", body: JSON.stringify(more) });
  };
  await say(replies);
  const endpoint: Endpoint = {
    ...{ provider: "custom", model: "our/mind", taskType: "text-generation", description: "Ours", licence: "MIT" },
    ...{ grade: "full", stated },
  };
  value(
    await tenant(name).addModel({
      endpoint,
      url: mind,
      format: "json",
      headerNames: [],
      sealedHeaders: null,
      addedAt: 1,
    }),
  );
  if (key) value(await tenant(name).addKey(key));
  const open = async (
    start: Partial<Omit<GoalEventData["goal-start"], "budget">> & { budget?: Partial<GoalBudget> } = {},
    subscribers: readonly Subscriber[] = [],
  ) => {
    const id = await ids.newGoal(name);
    const part = (await ids.readGoal(name, id)) ?? "";
    const rpc = (): GoalRpc => goal(name, part);
    const { budget, ...rest } = start;
    value(
      await rpc().start({
        ...{ keyId: key?.id ?? "open", subscribers },
        start: {
          ...{ goal: id, text: "Do it", files: [], checkIns: {} },
          budget: { timeMs: DEFAULT_GOAL_TIME_MS, ...budget },
          ...rest,
        },
      }),
    );
    const atRest = async (): Promise<GoalState> => value(await rpc().waitForRest(WITHIN_MS)).state;
    return {
      id,
      part,
      name: `${name}:${part}`,
      rpc,
      /** Waits until a fact is in the log, and gives the log so far. */
      until: async (found: (event: GoalEvent) => boolean): Promise<readonly GoalEvent[]> => {
        const seen: GoalEvent[] = [];
        for await (const event of eventsOf(value(await rpc().events(0)))) {
          seen.push(event);
          if (found(event)) return seen;
        }
        throw new Error(`It never happened: ${seen.map(({ type }) => type).join(", ")}`);
      },
      /** The goal once it has ended or asks. */
      rest: atRest,
      log: async (): Promise<readonly GoalEvent[]> => {
        const events: GoalEvent[] = [];
        for await (const event of eventsOf(value(await rpc().events(0)))) events.push(event);
        return events;
      },
    };
  };
  return {
    tenant: name,
    open,
    say,
    asked: async (): Promise<readonly Asked[]> => (await fetch(mind)).json(),
  };
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<GoalEvent> {
  let left = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const whole = (left + chunk).split("\n");
    left = whole.pop() ?? "";
    for (const line of whole) if (line !== "") yield JSON.parse(line) as GoalEvent;
  }
}

/** A step as a model writes it down. */
export const step = (
  name: string,
  inputs: readonly string[],
  outputs: readonly string[],
  more: Record<string, JsonValue> = {},
) => ({
  ...{ name, does: `do ${name}`, inputs, value: 5, effort: 1, how: "program", tasks: [] },
  outputs: outputs.map((output) => ({ name: output, kind: "text", description: "" })),
  ...more,
});

/** What a model says that breaks a goal down. */
export const brokenDown = (outputs: readonly string[], steps: readonly JsonValue[]): Reply => ({
  when: "Break this goal down",
  say: { outputs: outputs.map((name) => ({ name, kind: "text", description: "" })), steps },
});
