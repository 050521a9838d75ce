import { snapshotKey } from "../../r2-schemas/keys.ts";
import { createExpertPool } from "../../src/catalogue/expert-pool.ts";
import { type CatalogueBucket, hasBody } from "../../src/catalogue/snapshot/bucket.ts";
import { loadGraph } from "../../src/catalogue/snapshot/graph-file.ts";
import { openSnapshot } from "../../src/catalogue/snapshot/pointer.ts";
import { publishSnapshot } from "../../src/catalogue/snapshot/publish.ts";
import type { Snapshot } from "../../src/catalogue/snapshot/snapshot.ts";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { ExpertPool, Health } from "../../src/domain/experts.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { selectModels } from "../../src/selection/index.ts";
import { generateCatalogue, LARGEST_TASK_TYPE } from "./generate.ts";

/** What is done so many times over. */
export interface CatalogueJob {
  readonly work: "load" | "load-from-r2" | "entries" | "experts" | "select";
  /** The published snapshot. */
  readonly id: string;
  readonly times: number;
  /** Of `select`; a # in a name stands for a number that is another one each time. */
  readonly constraints?: Constraints;
}

const PLAN: Plan = { tasks: [{ id: 0, type: LARGEST_TASK_TYPE, args: {} }] };

/** `graph.jsonl`, and what was made of it, kept from job to job. */
interface Held {
  readonly id: string;
  readonly graph: Blob;
  readonly snapshot: Snapshot;
  readonly health: ReadonlyMap<string, Health>;
}
let held: Held | undefined;

async function hold(bucket: CatalogueBucket, id: string): Promise<Held> {
  if (held?.id === id) return held;
  const object = await bucket.get(snapshotKey(id, "graph.jsonl"));
  if (!object || !hasBody(object)) throw new Error(`There is no snapshot ${id}`);
  const graph = await new Response(object.body).blob();
  const snapshot = await loadGraph(graph.stream(), id);
  held = { id, graph, snapshot, health: healthIn(snapshot) };
  return held;
}

/** Of every eighteenth model, which is as many as are remembered of a tenant's calls. */
const healthIn = (snapshot: Snapshot): ReadonlyMap<string, Health> =>
  new Map(
    snapshot
      .modelsFor(LARGEST_TASK_TYPE)
      .filter((_, place) => place % 18 === 0)
      .map(({ id }, place) => [id, { calls: 10, failures: place % 3, medianMs: 100 + 37 * (place % 101) }]),
  );

const poolOf = (snapshot: Snapshot, health: Held["health"] = new Map()): ExpertPool =>
  createExpertPool({
    snapshot,
    endpoints: [],
    isOn: () => true,
    health: ({ model }) => health.get(model) ?? null,
  });

let asked = 0;
function askedNow(constraints: Constraints | undefined): readonly Constraints[] {
  if (!constraints) return [];
  asked++;
  return [JSON.parse(JSON.stringify(constraints).replaceAll("#", String(asked)))];
}

async function work({ work: what, id, times, constraints }: CatalogueJob, bucket: CatalogueBucket): Promise<number> {
  const { graph, snapshot, health } = await hold(bucket, id);
  let found = 0;
  for (let turn = 0; turn < times; turn++) {
    switch (what) {
      case "load":
        found += (await loadGraph(graph.stream(), id)).counts.models;
        break;
      case "load-from-r2":
        found += (await openSnapshot(bucket, id)).counts.models;
        break;
      case "entries":
        found += (await loadGraph(graph.stream(), id)).modelsFor(LARGEST_TASK_TYPE).length;
        break;
      case "experts":
        found += poolOf(await loadGraph(graph.stream(), id)).experts(LARGEST_TASK_TYPE).length;
        break;
      case "select":
        found += Object.keys(selectModels(PLAN, poolOf(snapshot, health), askedNow(constraints)).selection).length;
        break;
    }
  }
  return found;
}

/** `PUT` publishes the generated catalogue and tells its manifest; `POST` does a job. */
export default {
  async fetch(request: Request, { RESOURCES }: { readonly RESOURCES: CatalogueBucket }): Promise<Response> {
    if (request.method === "PUT") {
      const parts = { source: "bench/catalogue", now: Date.now };
      return Response.json(await publishSnapshot(RESOURCES, generateCatalogue(), parts));
    }
    return Response.json(await work((await request.json()) as CatalogueJob, RESOURCES));
  },
};
