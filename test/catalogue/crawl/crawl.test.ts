import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { crawl } from "../../../src/catalogue/crawl/crawl.ts";
import { crawlIntoR2 } from "../../../src/catalogue/crawl/into-r2.ts";
import type { CrawlProgress } from "../../../src/catalogue/crawl/step.ts";
import { readPointer } from "../../../src/catalogue/snapshot/pointer.ts";
import type { HubOptions } from "../../fakes/hub/hub.ts";
import { keptIds, modelAt } from "../../fakes/hub/models.ts";
import { createWorld, emptyBucket, HUB, keysInBucket, outsideOf, planOf, START, type World } from "./world.ts";

const DAY_MS = 24 * 60 * 60_000;

beforeEach(emptyBucket);

const pagesIn = (world: World): readonly string[] =>
  world.hub.requests.filter((path) => path.startsWith("/api/models"));

describe("a crawl", () => {
  it("reads every page once, publishes all models of our task types, and leaves nothing behind", async () => {
    const world = createWorld({ models: 230 });
    const outcome = await world.run();

    expect(outcome).toMatchObject({ status: "published", published: keptIds(230).length });
    expect(outcome.progress).toMatchObject({
      listed: 230,
      dropped: { "no-task-type": 29, "no-pipeline-tag": 28 },
    });
    expect(world.published[0]?.map(({ id }) => id)).toEqual(keptIds(230));
    expect(new Set(pagesIn(world)).size).toBe(5);
    expect(pagesIn(world)).toHaveLength(5);
    expect(await keysInBucket()).toEqual([]);
  });

  it("asks for the most downloaded first, with the fields that it reads", async () => {
    const world = createWorld({ models: 10 });
    await world.run();
    const query = new URL(pagesIn(world)[0] ?? "", HUB).searchParams;
    expect(query.get("sort")).toBe("downloads");
    expect(query.get("direction")).toBe("-1");
    expect(query.get("limit")).toBe("50");
    expect(query.getAll("expand[]")).toEqual(
      expect.arrayContaining(["cardData", "evalResults", "inferenceProviderMapping", "model-index", "safetensors"]),
    );
  });

  it("shows the token to the Hub and to no other server", async () => {
    const world = createWorld({ models: 10 }, { token: "hf_secret" });
    await world.run(planOf({ maxCards: 1 }));
    const shown = world.hub.requests.map((path, at) => [path.split("?")[0], world.hub.tokens[at]]);
    expect(shown).toEqual([
      ["/api/models", "Bearer hf_secret"],
      ["/v1/models", null],
      ["/org0/model-0/resolve/main/README.md", "Bearer hf_secret"],
      ["/api/resolve-cache/models/org0/model-0/0123abc/README.md", "Bearer hf_secret"],
    ]);
  });

  it("tells whoever publishes what was listed and what was left out", async () => {
    const told: CrawlProgress[] = [];
    const world = createWorld(
      { models: 8 },
      {
        publish: async (_, progress) => {
          told.push(progress);
          return 0;
        },
      },
    );
    await world.run();
    expect(told).toMatchObject([{ listed: 8, kept: 6, dropped: { "no-task-type": 1, "no-pipeline-tag": 1 } }]);
  });

  it("stops after as many pages as it was told", async () => {
    const world = createWorld({ models: 500 });
    const outcome = await world.run(planOf({ maxPages: 2 }));
    expect(outcome.progress.listed).toBe(100);
    expect(pagesIn(world)).toHaveLength(2);
  });

  it("takes prices and context lengths from the router, and lives without them", async () => {
    const world = createWorld({ models: 10 });
    await world.run();
    const endpoint = world.published[0]
      ?.find(({ id }) => id === "org1/model-1")
      ?.endpoints.find(({ via, taskType }) => via === "novita" && taskType === "conversational");
    expect(endpoint).toMatchObject({
      contextTokens: 131072,
      prices: [
        { usd: 0.02, per: "million-input-tokens", source: "https://router.test/v1/models", asOf: "2026-11-22" },
        { usd: 0.05, per: "million-output-tokens", source: "https://router.test/v1/models", asOf: "2026-11-22" },
      ],
    });
    const without = createWorld({ models: 10, fault: (path) => (path === "/v1/models" ? "500" : null) });
    expect(await without.run()).toMatchObject({ status: "published" });
  });

  it("tells on which day downloads were counted", async () => {
    const world = createWorld({
      models: 10,
      modelAt: (rank) => ({ ...modelAt(rank), ...(rank === 3 ? { downloads: null } : {}) }),
    });
    expect(await world.run()).toMatchObject({ status: "published" });
    const days = world.published[0]?.map(({ downloads, downloadsOn }) => [downloads === null, downloadsOn]) ?? [];
    expect(days).toContainEqual([true, null]);
    expect(days).toContainEqual([false, "2026-11-22"]);
    expect(days.every(([isUnknown, day]) => (day === null) === isUnknown)).toBe(true);
  });

  it("reads the cards of the most downloaded and of those that are served", async () => {
    const world = createWorld({ models: 100 });
    const outcome = await world.run(planOf({ maxCards: 12 }));
    expect(outcome.progress.cards).toEqual({ read: 12, wanted: 12 });
    const described = world.published[0]?.filter(({ description }) => description !== "").map(({ id }) => id);
    // Six by downloads, then those with a live endpoint; of those whose name ends in 3 there is no card.
    expect(described).toEqual([0, 1, 2, 5, 6, 9, 10, 17, 18, 21].map((rank) => modelAt(rank).id));
    expect(world.published[0]?.[0]).toMatchObject({
      description: "org0/model-0 is a small speech model that somebody made.",
      facts: [
        { relation: "intended-for", object: "clinical", sentence: "It is intended for clinical notes." },
        { relation: "input-limit", object: "30 seconds", sentence: "It takes up to 30 seconds of speech." },
      ],
    });
  });

  it("keeps the first code of a card that runs its model, with its function, and without its text where no licence is known", async () => {
    const tasks = ["asr", "text-generation", "sentiment-analysis", "text-to-image", "", "translation"];
    const code = (rank: number): string =>
      `pipe = pipeline("${tasks[rank]}", model="${modelAt(rank).id}")\npipe(x, num_beams=3, seed=7)`;
    const world = createWorld({
      models: 7,
      modelAt: (rank) => (rank === 3 ? { ...modelAt(rank), cardData: { license: "other" } } : modelAt(rank)),
      card: (id) => {
        const rank = Number(id.split("-").at(-1));
        return `# ${id}\n\n\`\`\`bash\npip install x\n\`\`\`\n\`\`\`python\n${code(rank)}\n\`\`\`\n`;
      },
    });
    await world.run(planOf({ maxCards: 5 }));
    const published = new Map(world.published[0]?.map(({ id, cardCode }) => [id, cardCode]));
    const read = (rank: number, licence: string, name: string) => ({
      ...{ language: "python", licence, code: code(rank) },
      function: { name, defaults: { num_beams: 3 } },
    });
    expect([0, 1, 2, 3, 5, 6].map((rank) => published.get(String(modelAt(rank).id)))).toEqual([
      read(0, "apache-2.0", "automatic-speech-recognition"),
      read(1, "llama3.3", "text-generation"),
      read(2, "mit", "text-classification"),
      { ...read(3, "unknown", "text-to-image"), code: null },
      // The task of its code is none of its own.
      null,
      // Its card was not read.
      null,
    ]);
  });

  it("loses one model by a malformed card, and says which part was at fault", async () => {
    const malformed = { ...modelAt(7), pipeline_tag: "translation", downloads: "many" };
    const strange = [null, 12, "model", { id: "../../etc/passwd" }, { ...modelAt(12), tags: "en" }];
    const world = createWorld({
      models: 60,
      modelAt: (rank) => (rank === 7 ? malformed : (strange[rank - 20] ?? modelAt(rank))),
    });
    const outcome = await world.run();
    expect(outcome).toMatchObject({ status: "published" });
    expect(outcome.progress.dropped).toMatchObject({
      "malformed: downloads": 1,
      "malformed: not a model": 2,
      "malformed: id": 1,
      "malformed: tags": 1,
    });
    const ids = world.published[0]?.map(({ id }) => id) ?? [];
    const lost = keptIds(60).filter((id) => !ids.includes(id));
    // The others that were replaced were of no task type anyway.
    expect(lost).toEqual([21, 22, 24].map((rank) => modelAt(rank).id));
  });

  it.each<[string, Partial<HubOptions>, string]>([
    [
      "a Link leads elsewhere",
      { link: (link) => link.replace(HUB, "https://elsewhere.test") },
      "leads to another server",
    ],
    ["a Link cannot be read", { link: (link) => link.replaceAll(">", "") }, "cannot be read"],
    ["a Link is overlong", { link: (link) => link.replace("?", `?x=${"x".repeat(9_000)}&`) }, "too long"],
    ["a page in the middle is empty", { isEmpty: (rank) => rank === 100 }, "a page without models"],
  ])("fails, and publishes nothing, where %s", async (_, options, why) => {
    const world = createWorld({ models: 230, ...options });
    expect(await world.run()).toMatchObject({ status: "failed", why: expect.stringContaining(why) });
    expect(world.published).toEqual([]);
  });

  it("does not publish where most of the models served now would go, unless somebody insists", async () => {
    const crawlOf = (models: number, force: boolean) => {
      const { hub, clock } = createWorld({ models });
      const settings = { hub: HUB, token: null, curated: async () => [], force };
      const parts = crawlIntoR2(env.RESOURCES, outsideOf(hub, clock), settings);
      return crawl(parts, planOf(), { ms: DAY_MS, steps: 10_000, signal: new AbortController().signal });
    };
    expect(await crawlOf(100, false)).toMatchObject({ status: "published" });
    const { pointer: before } = await readPointer(env.RESOURCES);
    const refused = await crawlOf(40, false);
    expect(refused).toMatchObject({ status: "failed", why: expect.stringMatching(/^46 of the 76 models .* would go/) });
    expect((await readPointer(env.RESOURCES)).pointer).toEqual(before);
    expect(await crawlOf(40, true)).toMatchObject({ status: "published" });
    expect((await readPointer(env.RESOURCES)).pointer?.current).not.toBe(before?.current);
  });

  it("does not publish when most of what it is shown is not as documented", async () => {
    const world = createWorld({ models: 60, modelAt: (rank) => ({ ...modelAt(rank), downloads: "many" }) });
    expect(await world.run()).toMatchObject({ status: "failed", why: "none of the models listed can be used" });
    const half = createWorld({
      models: 60,
      modelAt: (rank) => (rank < 25 ? modelAt(rank) : { ...modelAt(rank), likes: {} }),
    });
    await emptyBucket();
    expect(await half.run()).toMatchObject({ status: "failed", why: expect.stringContaining("35 of 60 models") });
    expect([...world.published, ...half.published]).toEqual([]);
  });
});

describe("a crawl in parts", () => {
  it("goes on where the allowance of steps ended it", async () => {
    const world = createWorld({ models: 230 });
    const statuses: string[] = [];
    for (let call = 0; call < 10; call += 1) {
      const outcome = await world.run(planOf(), { steps: 1 });
      statuses.push(outcome.status);
      if (outcome.status === "published") break;
    }
    // Five pages and the prices; the last call publishes without a step.
    expect(statuses).toEqual(["paused", "paused", "paused", "paused", "paused", "published"]);
    expect(pagesIn(world)).toHaveLength(5);
  });

  it("begins no step after its time", async () => {
    const world = createWorld({ models: 230 });
    expect(await world.run(planOf(), { ms: 0 })).toMatchObject({ status: "paused", why: "time" });
    expect(world.hub.requests).toEqual([]);
  });

  it("is dropped when it is a day old", async () => {
    const world = createWorld({ models: 230 });
    await world.run(planOf(), { steps: 3 });
    world.clock.now = START + 25 * 60 * 60_000;
    const outcome = await world.run();
    expect(outcome).toMatchObject({ status: "published" });
    expect(pagesIn(world)).toHaveLength(3 + 5);
    expect(await keysInBucket()).toEqual([]);
  });

  it("is not gone on with by a crawl of another plan, which does not touch it", async () => {
    const world = createWorld({ models: 230 });
    await world.run(planOf(), { steps: 3 });
    const before = await keysInBucket();
    expect(await world.run(planOf({ maxPages: 1 }))).toMatchObject({ status: "published" });
    expect(await keysInBucket()).toEqual(before);
  });

  it("comes to the same when two work on it at once", async () => {
    const alone = createWorld({ models: 330 });
    await alone.run();
    await emptyBucket();
    const first = createWorld({ models: 330 });
    await first.run(planOf(), { steps: 1 });
    const second = createWorld({ models: 330 });
    // Side by side they publish twice, or one finds that the other has removed what both had fetched.
    const outcomes = await Promise.all([first.run(), second.run()]);
    const published = [...first.published, ...second.published];
    expect(outcomes.map(({ status }) => status)).toContain("published");
    expect(published.length).toBeGreaterThan(0);
    for (const models of published) expect(models).toEqual(alone.published[0]);
  });
});
