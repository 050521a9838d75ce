import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SNAPSHOT_ID } from "../../../r2-schemas/catalogue.ts";
import { CATALOGUE_POINTER_KEY, SNAPSHOTS_PREFIX, snapshotKey } from "../../../r2-schemas/keys.ts";
import type { CatalogueBucket } from "../../../src/catalogue/snapshot/bucket.ts";
import { MAX_KEPT_SNAPSHOTS, openSnapshot, readPointer, rollback } from "../../../src/catalogue/snapshot/pointer.ts";
import { publishSnapshot, readManifest } from "../../../src/catalogue/snapshot/publish.ts";
import type { CatalogueModel } from "../../../src/domain/catalogue.ts";
import { model, score } from "./models.ts";

const bucket: CatalogueBucket = env.RESOURCES;
const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 10, 22, 9, 0, 0);

/** Whatever goes. */
const publish = (models: readonly CatalogueModel[], at = START, into: CatalogueBucket = bucket) =>
  publishSnapshot(into, models, { source: "the tests", now: () => at, force: true });

const served = async (): Promise<string | undefined> => (await readPointer(bucket)).pointer?.current;
const keys = async (): Promise<readonly string[]> =>
  (await env.RESOURCES.list({ prefix: "catalogue/" })).objects.map(({ key }) => key);

/** The bucket, with some of what it does done otherwise. */
const bucketWith = (changes: Partial<CatalogueBucket>): CatalogueBucket => ({
  get: (key, options) => bucket.get(key, options),
  put: (key, value, options) => bucket.put(key, value, options),
  list: (options) => bucket.list(options),
  delete: (given) => bucket.delete(given),
  ...changes,
});

beforeEach(async () => {
  await env.RESOURCES.delete([...(await keys())]);
});

describe("publishing", () => {
  it("serves the models under a new id, with a manifest", async () => {
    const manifest = await publish([
      model("a/b", { tasks: ["translation"], scores: [score("FLORES", 30)] }),
      model("c/d"),
    ]);
    expect(manifest).toMatchObject({
      id: expect.stringMatching(SNAPSHOT_ID),
      publishedAt: START,
      source: "the tests",
      counts: { models: 2, triples: 2, scores: 1, endpoints: 0 },
      leftOut: { count: 0, first: [] },
      diff: null,
    });
    expect(manifest.id).toMatch(/^20261122-090000-/);
    expect(await readManifest(bucket, manifest.id)).toEqual(manifest);
    expect((await env.RESOURCES.head(snapshotKey(manifest.id, "graph.jsonl")))?.size).toBe(manifest.bytes);
    expect(await served()).toBe(manifest.id);
    const snapshot = await openSnapshot(bucket, manifest.id);
    expect(snapshot.models[0]).toEqual(model("a/b", { tasks: ["translation"], scores: [score("FLORES", 30)] }));
  });

  it("says what became of the models since the snapshot before", async () => {
    const first = await publish([
      model("same/same", { downloads: 10, likes: 1 }),
      model("gone/gone", { downloads: 5 }),
      model("other/licence", { licence: "mit" }),
    ]);
    const second = await publish([
      model("new/new", { downloads: 1 }),
      model("same/same", { downloads: 99, likes: 2 }),
      model("other/licence", { licence: "apache-2.0" }),
    ]);
    expect(second.diff).toEqual({
      against: first.id,
      added: { count: 1, first: ["new/new"] },
      removed: { count: 1, first: ["gone/gone"] },
      changed: { count: 1, first: ["other/licence"] },
    });
  });

  it("counts many, and names only the first of them", async () => {
    await publish([model("a/b")]);
    const { diff } = await publish(
      Array.from({ length: 100 }, (_, index) => model(`m/${index}`, { downloads: 100 - index })),
    );
    expect(diff?.added.count).toBe(100);
    expect(diff?.added.first).toEqual(Array.from({ length: 20 }, (_, index) => `m/${index}`));
  });

  it.each<[string, CatalogueModel]>([
    ["a figure that is none", model("bad/one", { scores: [score("MMLU", Number.NaN)] })],
    ["a size below nothing", model("bad/one", { parameters: -1 })],
    ["a description beyond a sentence", model("bad/one", { description: "x".repeat(5000) })],
    [
      "more of everything than is kept",
      model("bad/one", { scores: Array.from({ length: 501 }, () => score("MMLU", 1)) }),
    ],
    [
      "more text than is kept",
      model("bad/one", {
        scores: Array.from({ length: 500 }, () =>
          score("MMLU", 1, { source: "x".repeat(1000), config: "y".repeat(300) }),
        ),
      }),
    ],
  ])("leaves a model out that has %s, and publishes the rest", async (_, bad) => {
    const manifest = await publish([bad, model("good/one")]);
    expect(manifest.leftOut).toEqual({ count: 1, first: ["bad/one"] });
    expect(manifest.counts.models).toBe(1);
  });

  it("publishes nothing where there is nothing", async () => {
    const { id } = await publish([model("a/b")]);
    await expect(publish([])).rejects.toMatchObject({ code: "invalid-request" });
    expect(await served()).toBe(id);
  });

  const named = (...names: readonly string[]) => names.map((name) => model(`m/${name}`));
  const carefully = (models: readonly CatalogueModel[], force = false) =>
    publishSnapshot(bucket, models, { source: "the tests", now: () => START, force });

  it.each<[string, readonly string[], boolean]>([
    ["half of them go", ["a", "b"], true],
    ["half of them go, and as many come", ["a", "b", "x", "y"], true],
    ["more than half go", ["a"], false],
    ["more than half go, whatever comes", ["a", "v", "w", "x", "y", "z"], false],
  ])("of four models, is done where %s: %j, %j", async (_, left, isDone) => {
    const { id } = await publish(named("a", "b", "c", "d"));
    const outcome = carefully(named(...left));
    if (isDone) await outcome;
    else
      await expect(outcome).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("3 of the 4") });
    expect((await served()) === id).toBe(!isDone);
    await carefully(named(...left), true);
    expect(await served()).not.toBe(id);
  });

  it("takes models one at a time, as they come", async () => {
    async function* crawl() {
      yield model("a/b");
      yield model("c/d");
    }
    const manifest = await publishSnapshot(bucket, crawl(), { source: "a crawl", now: () => START });
    expect(manifest.counts.models).toBe(2);
  });
});

describe("a publisher that fails", () => {
  it.each([
    ["graph.jsonl", 0],
    ["manifest.json", 1],
  ])("while it writes %s changes nothing that is served", async (file, left) => {
    const { id } = await publish([model("a/b")]);
    const failing = bucketWith({
      put: (key, value, options) =>
        key.endsWith(file) ? Promise.reject(new Error("R2 is down")) : bucket.put(key, value, options),
    });
    await expect(publish([model("c/d")], START, failing)).rejects.toThrow("R2 is down");
    expect(await served()).toBe(id);
    expect((await keys()).length).toBe(3 + left);
  });

  it("before the pointer moves leaves files that are deleted a day later", async () => {
    const { id } = await publish([model("a/b")]);
    const failing = bucketWith({
      put: (key, value, options) =>
        key === CATALOGUE_POINTER_KEY ? Promise.reject(new Error("R2 is down")) : bucket.put(key, value, options),
    });
    await expect(publish([model("c/d")], START, failing)).rejects.toThrow("R2 is down");
    expect(await served()).toBe(id);

    const soon = await publish([model("e/f")], Date.now());
    expect(await keys()).toHaveLength(1 + 3 * 2);
    const later = await publish([model("g/h")], Date.now() + 2 * DAY_MS);
    const left = [id, soon.id, later.id].flatMap((kept) => [
      snapshotKey(kept, "graph.jsonl"),
      snapshotKey(kept, "manifest.json"),
    ]);
    expect(new Set(await keys())).toEqual(new Set([CATALOGUE_POINTER_KEY, ...left]));
  });

  it("to delete what is old has published all the same", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { id } = await publish(
      [model("a/b")],
      START,
      bucketWith({ list: () => Promise.reject(new Error("R2 is down")) }),
    );
    expect(await served()).toBe(id);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});

describe("two publishers at once", () => {
  it.each([
    ["for the first time", false],
    ["later", true],
  ])("%s: one is told of the other, and its snapshot not served", async (_, isLater) => {
    if (isLater) await publish([model("before/both")]);
    const outcomes = await Promise.allSettled([publish([model("a/b")]), publish([model("c/d")])]);
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(won).toEqual([await served()]);
    expect(lost).toEqual([expect.objectContaining({ code: "conflict", retryable: true })]);
  });
});

describe("a damaged", () => {
  it("pointer does not keep the next snapshot from being published", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await env.RESOURCES.put(CATALOGUE_POINTER_KEY, "{");
    const { id } = await publish([model("a/b")]);
    expect(await served()).toBe(id);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it("snapshot does not keep the next one from being published", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { id } = await publish([model("a/b")]);
    await env.RESOURCES.put(snapshotKey(id, "graph.jsonl"), "{}\n");
    const next = await publish([model("c/d")]);
    expect(next.diff).toBeNull();
    expect(await served()).toBe(next.id);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });

  it("manifest is told of", async () => {
    const { id } = await publish([model("a/b")]);
    await env.RESOURCES.put(snapshotKey(id, "manifest.json"), "{}");
    await expect(readManifest(bucket, id)).rejects.toThrow(`The manifest of snapshot ${id} is damaged`);
  });
});

describe("rolling back", () => {
  const carefullyPublish = (models: readonly CatalogueModel[]) =>
    publishSnapshot(bucket, models, { source: "the tests", now: () => START });
  const now = () => START + 5000;
  const publishThree = async () => {
    const ids: string[] = [];
    for (const name of ["first/one", "second/one", "third/one"]) ids.push((await publish([model(name)])).id);
    const [first = "", second = "", third = ""] = ids;
    return { first, second, third };
  };

  it("serves the one before, and from there the one before that", async () => {
    const { first, second } = await publishThree();
    expect(await rollback(bucket, { now })).toBe(second);
    expect(await served()).toBe(second);
    expect(await rollback(bucket, { now })).toBe(first);
    expect(await rollback(bucket, { now })).toBe("starter");
    expect(await served()).toBe("starter");
    await expect(rollback(bucket, { now })).rejects.toMatchObject({ code: "not-found" });
    expect(await served()).toBe("starter");
  });

  it("serves the starter where that is named, from which the next publication goes on as from the newest", async () => {
    const { second, third } = await publishThree();
    expect(await rollback(bucket, { to: "starter", now })).toBe("starter");
    await expect(carefullyPublish([model("fourth/one")])).rejects.toMatchObject({ code: "conflict" });
    const next = await carefullyPublish([model("third/one")]);
    expect(next.diff?.against).toBe(third);
    expect(await served()).toBe(next.id);
    expect(await rollback(bucket, { to: second, now })).toBe(second);
  });

  it("serves the one that is named, forward too, and writes down where it pointed", async () => {
    const { first, third } = await publishThree();
    await rollback(bucket, { to: first, now });
    await rollback(bucket, { to: third, now });
    const { pointer } = await readPointer(bucket);
    expect(pointer?.current).toBe(third);
    expect(pointer?.history.slice(0, 3)).toEqual([
      { id: third, at: START + 5000, by: "rollback" },
      { id: first, at: START + 5000, by: "rollback" },
      { id: third, at: START, by: "publish" },
    ]);
  });

  it("refuses what is not there, and what is damaged", async () => {
    const { first, third } = await publishThree();
    await expect(rollback(bucket, { to: "20200101-000000-00000000", now })).rejects.toMatchObject({
      code: "not-found",
    });
    await env.RESOURCES.put(snapshotKey(first, "graph.jsonl"), "{}\n");
    await expect(rollback(bucket, { to: first, now })).rejects.toMatchObject({ name: "DamagedSnapshot" });
    expect(await served()).toBe(third);
  });

  it("needs something published", () => expect(rollback(bucket, { now })).rejects.toMatchObject({ code: "not-found" }));

  it("yields to somebody who published meanwhile", async () => {
    await publishThree();
    let winner = "";
    const slow = bucketWith({
      get: async (key, options) => {
        const found = await bucket.get(key, options);
        if (key === CATALOGUE_POINTER_KEY) winner = (await publish([model("fourth/one")])).id;
        return found;
      },
    });
    await expect(rollback(slow, { now })).rejects.toMatchObject({ code: "conflict" });
    expect(await served()).toBe(winner);
  });
});

describe("old snapshots", () => {
  it("are deleted beyond ten, never the one served nor the one before it", async () => {
    // Older than the day for which files of no kept snapshot are left alone.
    const at = Date.now() + 2 * DAY_MS;
    const oldest = (await publish([model("oldest/one")], at)).id;
    for (let index = 1; index < MAX_KEPT_SNAPSHOTS; index++) await publish([model(`m/${index}`)], at + index);
    await rollback(bucket, { to: oldest, now: () => at });
    const ids: string[] = [];
    for (const name of ["new/one", "newer/one", "newest/one"]) {
      ids.push((await publish([model(name)], at + 100)).id);
      const { pointer } = await readPointer(bucket);
      expect(pointer?.kept).toHaveLength(MAX_KEPT_SNAPSHOTS);
      const folders = (await env.RESOURCES.list({ prefix: SNAPSHOTS_PREFIX, delimiter: "/" })).delimitedPrefixes;
      expect(new Set(folders)).toEqual(new Set(pointer?.kept.map(({ id }) => `${SNAPSHOTS_PREFIX}${id}/`)));
      // It was served until the first of these was published.
      expect(pointer?.kept.some(({ id }) => id === oldest)).toBe(ids.length === 1);
    }
  });
});
