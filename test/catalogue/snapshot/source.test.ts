import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CATALOGUE_POINTER_KEY, snapshotKey } from "../../../r2-schemas/keys.ts";
import type { CatalogueBucket } from "../../../src/catalogue/snapshot/bucket.ts";
import { rollback } from "../../../src/catalogue/snapshot/pointer.ts";
import { publishSnapshot } from "../../../src/catalogue/snapshot/publish.ts";
import { buildSnapshot } from "../../../src/catalogue/snapshot/snapshot.ts";
import { createSnapshotSource } from "../../../src/catalogue/snapshot/source.ts";
import { eventually } from "../../eventually.ts";
import { model } from "./models.ts";

const START = Date.UTC(2026, 10, 22);
const MINUTE_MS = 60_000;

const starter = () => buildSnapshot([model("the/starter")], { id: "starter", publishedAt: null });
const publish = async (name: string): Promise<string> =>
  (await publishSnapshot(env.RESOURCES, [model(name)], { source: "the tests", now: () => START, force: true })).id;

/** A source over the real bucket with a clock that is set, and a list of what it read. */
function isolate(failing: (key: string) => ReturnType<CatalogueBucket["get"]> | null = () => null) {
  const clock = { at: START };
  const reads: string[] = [];
  const bucket: CatalogueBucket = {
    get(key, options) {
      reads.push(key);
      return failing(key) ?? env.RESOURCES.get(key, options);
    },
    put: () => Promise.reject(new Error("A source writes nothing")),
    list: () => Promise.reject(new Error("A source lists nothing")),
    delete: () => Promise.reject(new Error("A source deletes nothing")),
  };
  const parts = { bucket, starter, now: () => clock.at };
  return {
    clock,
    reads,
    source: createSnapshotSource(parts),
    impatient: createSnapshotSource({ ...parts, maxWaitMs: 1 }),
  };
}

const never = new Promise<never>(() => undefined);
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  const { objects } = await env.RESOURCES.list({ prefix: "catalogue/" });
  await env.RESOURCES.delete(objects.map(({ key }) => key));
  warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => {
  warn.mockRestore();
});

describe("the source of snapshots", () => {
  it("has the starter where nothing is published, and looks again only after a minute", async () => {
    const { clock, reads, source } = isolate();
    const first = await source.current();
    expect(first.id).toBe("starter");
    const id = await publish("a/b");
    clock.at += MINUTE_MS - 1;
    expect(await source.current()).toBe(first);
    expect(reads).toEqual([CATALOGUE_POINTER_KEY]);
    clock.at += 1;
    expect((await source.current()).id).toBe(id);
  });

  it("reads a graph once, and the pointer once a minute", async () => {
    const id = await publish("a/b");
    const { clock, reads, source } = isolate();
    const snapshot = await source.current();
    expect(snapshot.id).toBe(id);
    expect(snapshot.models[0]?.id).toBe("a/b");
    for (const passed of [1, 30_000, MINUTE_MS, MINUTE_MS + 1]) {
      clock.at = START + passed;
      expect(await source.current()).toBe(snapshot);
    }
    expect(reads).toEqual([CATALOGUE_POINTER_KEY, snapshotKey(id, "graph.jsonl"), CATALOGUE_POINTER_KEY]);
    expect(warn).not.toHaveBeenCalled();
  });

  it("follows the pointer, forward and back", async () => {
    const { clock, source } = isolate();
    const first = await publish("a/b");
    expect((await source.current()).id).toBe(first);
    const second = await publish("c/d");
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe(second);
    await rollback(env.RESOURCES, { now: () => START });
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe(first);
    await rollback(env.RESOURCES, { to: "starter", now: () => START });
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe("starter");
    await rollback(env.RESOURCES, { to: second, now: () => START });
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe(second);
    await env.RESOURCES.delete(CATALOGUE_POINTER_KEY);
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe("starter");
  });

  it("shares one load among all who ask meanwhile", async () => {
    const id = await publish("a/b");
    const { reads, source } = isolate();
    const snapshots = await Promise.all(Array.from({ length: 20 }, () => source.current()));
    expect(new Set(snapshots).size).toBe(1);
    expect(reads).toEqual([CATALOGUE_POINTER_KEY, snapshotKey(id, "graph.jsonl")]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["a graph is damaged", (id) => env.RESOURCES.put(snapshotKey(id, "graph.jsonl"), "{}\n")],
    ["a graph is missing", (id) => env.RESOURCES.delete(snapshotKey(id, "graph.jsonl"))],
    ["the pointer is damaged", () => env.RESOURCES.put(CATALOGUE_POINTER_KEY, "{}")],
  ])("serves the one before on when %s", async (_, damage) => {
    const { clock, source } = isolate();
    const first = await publish("a/b");
    await source.current();
    await damage(await publish("c/d"));
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe(first);
    expect(warn).toHaveBeenCalledOnce();
    const repaired = await publish("e/f");
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe(repaired);
  });

  it("serves what it has while R2 fails", async () => {
    let isDown = false;
    const { clock, source } = isolate(() => (isDown ? Promise.reject(new Error("R2 is down")) : null));
    const id = await publish("a/b");
    await source.current();
    isDown = true;
    clock.at += MINUTE_MS;
    expect((await source.current()).id).toBe(id);
    expect(warn).toHaveBeenCalledOnce();
  });

  it("has the starter while R2 fails from the beginning", async () => {
    const { source } = isolate(() => Promise.reject(new Error("R2 is down")));
    expect((await source.current()).id).toBe("starter");
  });

  it("waits no longer than it may for a look that never ends, and looks anew a minute later", async () => {
    const id = await publish("a/b");
    let hangs = true;
    const { clock, impatient } = isolate(() => (hangs ? never : null));
    expect((await impatient.current()).id).toBe("starter");
    hangs = false;
    clock.at += MINUTE_MS;
    await eventually(async () => expect((await impatient.current()).id).toBe(id));
  });

  it("lets one caller a minute wait for looks that never end, and the others have the starter at once", async () => {
    const { clock, impatient } = isolate(() => never);
    const timer = vi.spyOn(globalThis, "setTimeout");
    const calls = async (): Promise<number> => {
      timer.mockClear();
      for (let call = 0; call < 5; call++) expect((await impatient.current()).id).toBe("starter");
      return timer.mock.calls.length;
    };
    expect(await calls()).toBe(1);
    clock.at += MINUTE_MS;
    expect(await calls()).toBe(1);
    timer.mockRestore();
  });

  it("serves what a look finds that nobody waited for any longer", async () => {
    const id = await publish("a/b");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { impatient } = isolate((key) => held.then(() => env.RESOURCES.get(key)));
    expect((await impatient.current()).id).toBe("starter");
    release();
    await eventually(async () => expect((await impatient.current()).id).toBe(id));
  });

  it("takes no older answer for a newer one", async () => {
    const first = await publish("a/b");
    let release = (): void => undefined;
    let isSlow = true;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { clock, impatient } = isolate((key) => {
      if (!isSlow || key !== CATALOGUE_POINTER_KEY) return null;
      isSlow = false;
      return held.then(() => null);
    });
    await impatient.current();
    clock.at += MINUTE_MS;
    await eventually(async () => expect((await impatient.current()).id).toBe(first));
    release();
    // A call of R2 ends after everything that waited for `held`.
    await env.RESOURCES.head("none");
    expect((await impatient.current()).id).toBe(first);
  });

  it("tries the starter again after it failed", async () => {
    let tries = 0;
    const source = createSnapshotSource({
      bucket: env.RESOURCES,
      now: () => START,
      starter: () => (tries++ === 0 ? Promise.reject(new Error("no memory")) : starter()),
    });
    await expect(source.current()).rejects.toThrow("no memory");
    expect((await source.current()).id).toBe("starter");
    expect(await source.current()).toBe(await source.current());
    expect(tries).toBe(2);
  });
});
