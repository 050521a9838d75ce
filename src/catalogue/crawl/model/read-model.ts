import type { CatalogueEndpoint, CatalogueModel } from "../../../domain/catalogue.ts";
import { readEndpoints } from "./endpoints.ts";
import { type HubModel, hubModel } from "./hub-model.ts";
import { readLanguages } from "./languages.ts";
import { readLicence } from "./licence.ts";
import { readLineage } from "./lineage.ts";
import { readScores } from "./scores.ts";
import { readSize } from "./size.ts";
import { readTasks } from "./tasks.ts";
import { oneLine } from "./text.ts";

const MAX_LIBRARY_CHARS = 60;

export type ModelReading =
  | { readonly model: CatalogueModel }
  /** Why it is not in the catalogue: "no-pipeline-tag", "no-task-type", or "malformed" and where. */
  | { readonly dropped: string };

/** A model as the Hub lists it → a model of the catalogue. What its card says comes later. */
export function readModel(value: unknown): ModelReading {
  const parsed = hubModel.safeParse(value);
  if (!parsed.success) return { dropped: `malformed: ${String(parsed.error.issues[0]?.path[0] ?? "not a model")}` };
  const hub = parsed.data;
  if (!hub.pipeline_tag) return { dropped: "no-pipeline-tag" };
  const tasks = readTasks({ id: hub.id, pipelineTag: hub.pipeline_tag, tags: hub.tags ?? [] });
  return tasks.length === 0 ? { dropped: "no-task-type" } : { model: toModel(hub, hub.pipeline_tag, tasks) };
}

function toModel(hub: HubModel, pipelineTag: string, own: readonly string[]): CatalogueModel {
  const endpoints = firstOfEach(
    readEndpoints({ id: hub.id, tasks: own, pipelineTag, mapping: hub.inferenceProviderMapping }),
  );
  const tasks = [...new Set([...own, ...endpoints.map(({ taskType }) => taskType)])];
  const licence = readLicence(hub);
  return {
    id: hub.id,
    organization: hub.author ?? (hub.id.includes("/") ? hub.id.slice(0, hub.id.indexOf("/")) : null),
    description: "",
    tasks,
    licence: licence.name,
    licenceConfidence: licence.confidence,
    ...readSize(hub),
    languages: readLanguages(hub, own),
    scores: readScores(hub),
    downloads: hub.downloads ?? null,
    likes: hub.likes ?? null,
    gated: hub.gated === null || hub.gated === undefined ? null : hub.gated !== false,
    library: oneLine(hub.library_name, MAX_LIBRARY_CHARS),
    ...readLineage(hub),
    facts: [],
    endpoints,
  };
}

/** A provider that maps a model twice serves it once for a task type. */
function firstOfEach(endpoints: readonly CatalogueEndpoint[]): readonly CatalogueEndpoint[] {
  const first = new Map<string, CatalogueEndpoint>();
  for (const endpoint of endpoints) {
    const key = `${endpoint.via} ${endpoint.taskType}`;
    if (!first.has(key)) first.set(key, endpoint);
  }
  return [...first.values()];
}
