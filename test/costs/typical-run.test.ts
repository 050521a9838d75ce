import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { encodePng, Image } from "image-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Conversation } from "../../durable-objects/conversation.ts";
import { Runner } from "../../durable-objects/runner.ts";
import { Tenant } from "../../durable-objects/tenant.ts";
import type { ResourceView, RunView } from "../../src/http/schemas/views.ts";
import { eventually } from "../eventually.ts";
import { ORIGIN, post } from "../http/caller.ts";
import { UNTIL_ENDED } from "../patience.ts";

/** What Cloudflare bills of a run, counted as it does: docs/deploying.md works out what that costs. */
const counts = { objectCalls: 0, rowsRead: 0, rowsWritten: 0, classA: 0, classB: 0 };
const called: string[] = [];
const cursors: { readonly rowsRead: number; readonly rowsWritten: number }[] = [];

/** Has every call of a method counted from now on, and made as before. */
function watch(target: object, names: readonly string[], count: (result: unknown, name: string) => void): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== "function") throw new Error(`There is no ${name}`);
    Reflect.set(target, name, function counted(this: unknown, ...args: unknown[]) {
      const result: unknown = Reflect.apply(original, this, args);
      count(result, name);
      return result;
    });
  }
}

const prototypeOf = (value: object): object => Object.getPrototypeOf(value) as object;

beforeAll(async () => {
  await runInDurableObject(env.TENANT.getByName("f".repeat(16)), (_, { storage }) => {
    watch(prototypeOf(storage.sql), ["exec"], (cursor) => cursors.push(cursor as (typeof cursors)[number]));
    // A key of the key-value interface is a row, and so is an alarm.
    watch(prototypeOf(storage), ["setAlarm"], () => counts.rowsWritten++);
    watch(prototypeOf(storage.kv), ["put", "delete"], () => counts.rowsWritten++);
    watch(prototypeOf(storage.kv), ["get"], () => counts.rowsRead++);
  });
  for (const { prototype } of [Conversation, Tenant, Runner]) {
    const methods = Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");
    watch(prototype, methods, (_, name) => {
      counts.objectCalls++;
      called.push(name);
    });
  }
  const bucket = prototypeOf(env.RESOURCES);
  watch(bucket, ["put", "list", "createMultipartUpload"], () => counts.classA++);
  watch(bucket, ["get", "head"], () => counts.classB++);
});
afterAll(() => vi.restoreAllMocks());

async function photo(): Promise<ResourceView> {
  const image = new Image(64, 64).fill([20, 20, 20]);
  for (let row = 0; row < 64; row++)
    for (let column = 32; column < 64; column++) image.setPixel(column, row, [9, 9, 200]);
  const headers = { "x-filename": "photo.png", "content-type": "image/png" };
  const body = encodePng(image);
  return (await exports.default.fetch(`${ORIGIN}/v1/resources`, { method: "POST", body, headers })).json();
}

async function run(text: string, resources: readonly string[] = []): Promise<RunView> {
  const { json, ...init } = post({ text, resources }, { prefer: UNTIL_ENDED, "content-type": "application/json" });
  const answer = await exports.default.fetch(`${ORIGIN}/v1/runs`, { ...init, body: JSON.stringify(json) });
  return answer.json();
}

/** What `work` is billed, with what its run owes to others: its tenant hears of it first, and a runner that it had last. */
async function billOf(work: () => Promise<unknown>): Promise<typeof counts> {
  called.length = 0;
  cursors.length = 0;
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] = 0;
  await work();
  await eventually(() => {
    expect(called).toContain("runEnded");
    if (called.includes("openChannel")) expect(called).toContain("forget");
  });
  const sum = (part: "rowsRead" | "rowsWritten"): number => cursors.reduce((all, cursor) => all + cursor[part], 0);
  return {
    ...counts,
    rowsRead: counts.rowsRead + sum("rowsRead"),
    rowsWritten: counts.rowsWritten + sum("rowsWritten"),
  };
}

interface Case {
  readonly name: string;
  readonly work: () => Promise<RunView>;
  readonly tasks: number;
  /** As docs/deploying.md says, with a little room. */
  readonly atMost: typeof counts;
}

const STEPS = "Make photo.png grey, then resize it to 32 by 32, then blur it";
const cases: readonly Case[] = [
  {
    name: "one task on a text",
    work: () => run('Is this positive or negative: "What a day"'),
    tasks: 1,
    atMost: { objectCalls: 9, rowsRead: 100, rowsWritten: 55, classA: 0, classB: 1 },
  },
  {
    name: "an upload and a picture made of it",
    work: async () => run("Generate a canny image of photo.png", [(await photo()).id]),
    tasks: 1,
    atMost: { objectCalls: 13, rowsRead: 120, rowsWritten: 70, classA: 2, classB: 2 },
  },
  {
    name: "an upload and three tasks that follow one another",
    work: async () => run(STEPS, [(await photo()).id]),
    tasks: 3,
    atMost: { objectCalls: 13, rowsRead: 150, rowsWritten: 85, classA: 4, classB: 4 },
  },
];

describe("what a run is billed", () => {
  it.each(cases)("for $name stays within what docs/deploying.md says", async ({ work, tasks, atMost }) => {
    let ended: RunView | undefined;
    const bill = await billOf(async () => {
      ended = await work();
    });
    expect(ended).toMatchObject({ status: "succeeded", tasks: expect.objectContaining({ length: tasks }) });
    expect(bill.rowsWritten).toBeGreaterThan(0);
    const exceeded = (Object.keys(atMost) as (keyof typeof atMost)[]).filter((name) => bill[name] > atMost[name]);
    expect(exceeded, JSON.stringify(bill)).toEqual([]);
  });
});
