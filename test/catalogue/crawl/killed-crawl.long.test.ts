import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { crawl } from "../../../src/catalogue/crawl/crawl.ts";
import { openSnapshot } from "../../../src/catalogue/snapshot/pointer.ts";
import { publishSnapshot } from "../../../src/catalogue/snapshot/publish.ts";
import { keptIds } from "../../fakes/hub/models.ts";
import { createWorld, emptyBucket, HUB, Killed, mortal, planOf, START, type World } from "./world.ts";

beforeEach(emptyBucket);

const pagesIn = (world: World): readonly string[] =>
  world.hub.requests.filter((path) => path.startsWith("/api/models"));

describe("a killed crawl", () => {
  /** Runs until it dies, then again until it is published, unless that was done and only the clearing up is left. */
  async function dieAndGoOn(world: World, death: number, plan = planOf()): Promise<boolean> {
    const { parts, signal } = mortal(world.parts, death);
    const killed = await crawl(parts, plan, { ms: 24 * 60 * 60_000, steps: 10_000, signal }).then(
      () => false,
      (thrown: unknown) => {
        if (!(thrown instanceof Killed)) throw thrown;
        return true;
      },
    );
    const [id] = await world.store.ids();
    const left = id === undefined ? null : await world.store.state(id);
    const isDone = world.published.length > 0 && (left === null || left.state.phase === "published");
    if (killed && !isDone) await world.run(plan);
    return killed;
  }

  it("ends in the same models wherever it was killed, and fetches one page again at most", async () => {
    const plan = planOf({ pageSize: 40, maxCards: 4 });
    const undisturbed = createWorld({ models: 100 });
    await undisturbed.run(plan);
    let deaths = 0;
    for (let death = 1; death < 400; death += 1) {
      await emptyBucket();
      const world = createWorld({ models: 100 });
      if (!(await dieAndGoOn(world, death, plan))) break;
      deaths += 1;
      for (const models of world.published) expect(models).toEqual(undisturbed.published[0]);
      expect(world.published.length).toBeGreaterThan(0);
      const again = world.hub.requests.length - new Set(world.hub.requests).size;
      // A page, or a batch of four cards with a redirect each.
      expect(again).toBeLessThanOrEqual(8);
      expect(pagesIn(world).length - new Set(pagesIn(world)).size).toBeLessThanOrEqual(1);
    }
    expect(deaths).toBeGreaterThan(40);
  }, 120_000);

  it("of 10,000 models ends in the snapshot of an undisturbed one", async () => {
    const plan = planOf({ pageSize: 1000 });
    const publish = async (world: World) => {
      const manifest = await publishSnapshot(env.RESOURCES, world.published.at(-1) ?? [], {
        source: HUB,
        now: () => START,
        force: true,
      });
      const snapshot = await openSnapshot(env.RESOURCES, manifest.id);
      return {
        counts: snapshot.counts,
        models: snapshot.models,
      };
    };
    const undisturbed = createWorld({ models: 10_000 });
    await undisturbed.run(plan);
    const expected = await publish(undisturbed);
    expect(expected.counts.models).toBe(keptIds(10_000).length);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: 80 }), async (death) => {
        await emptyBucket();
        const world = createWorld({ models: 10_000 });
        expect(await dieAndGoOn(world, death, plan)).toBe(true);
        expect(pagesIn(world).length).toBeLessThanOrEqual(11);
        expect(await publish(world)).toEqual(expected);
      }),
      { numRuns: 3 },
    );
  }, 240_000);
});
