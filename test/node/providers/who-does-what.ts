import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadStarter } from "../../../src/catalogue/starter/index.ts";
import { OPENAI_ABILITIES } from "../../../src/config/openai-endpoints.ts";
import type { CatalogueEndpoint } from "../../../src/domain/catalogue.ts";
import type { ProviderName } from "../../../src/domain/provider-names.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { chatTaskFor } from "../../../src/providers/chat-tasks/index.ts";
import { recipesFor } from "../../../src/providers/huggingface/tasks/index.ts";
import { configuredTasks } from "../../../src/providers/openai/index.ts";
import { shapeFor } from "../../../src/providers/workers-ai/families.ts";

/** How a provider does a task type: by a model that is made for it, by one that stands in, or not at all. */
export type Doing = "served" | "stand-in" | null;

export interface Row {
  readonly taskType: string;
  readonly by: Readonly<Record<Exclude<ProviderName, "custom">, Doing>>;
  /** Providers at which the catalogue that comes with the code knows a model for it. */
  readonly known: ReadonlySet<string>;
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ontology = createOntology();

/** What chat and vision models are made for; all else they do by instruction. */
const CHATTED: ReadonlySet<string> = new Set(["conversational", "visual-question-answering"]);
const isFromMap = (taskType: string): boolean => taskType.endsWith("-text-to-image");

function atHuggingFace(taskType: string): Doing {
  if (recipesFor(taskType).length > 0) return isFromMap(taskType) ? "stand-in" : "served";
  return byChat(taskType);
}

function byChat(taskType: string): Doing {
  const type = ontology.get(taskType);
  if (!type || !chatTaskFor(type)) return null;
  return CHATTED.has(taskType) ? "served" : "stand-in";
}

/** By the models that the catalogue has of it: what no family of them does is done nowhere. */
function atWorkersAi(taskType: string, endpoints: readonly CatalogueEndpoint[]): Doing {
  const type = ontology.get(taskType);
  const able = endpoints.filter(
    ({ provider, model }) => provider === "workers-ai" && type && shapeFor(model, type) !== null,
  );
  return best(able.map(({ standsIn }) => (standsIn ? "stand-in" : "served")));
}

const offers = [
  ...configuredTasks(
    {
      endpoints: OPENAI_ABILITIES.map((does) => ({ model: does, does, description: "", licence: "unknown" })),
      baseUrl: "https://api.openai.com/v1",
    },
    ontology,
  ).values(),
];

const atOpenAi = (taskType: string): Doing =>
  best(
    offers
      .filter(({ endpoint }) => endpoint.taskType === taskType)
      .map(({ endpoint }) => (endpoint.grade === "full" ? "served" : "stand-in")),
  );

/** The page that another test holds to the entries, which reach for what only the Worker has. */
const embedded = readFileSync(`${ROOT}/docs/embedded-experts.md`, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"));

const atHome = (taskType: string): Doing =>
  best(
    embedded
      .filter((row) => row.split("|")[1]?.includes(`\`${taskType}\``))
      .map((row) => (row.includes("| full |") ? "served" : "stand-in")),
  );

const best = (all: readonly Doing[]): Doing =>
  all.includes("served") ? "served" : all.includes("stand-in") ? "stand-in" : null;

/** Every built-in task type and who does it, read off the providers' own tables. */
export async function whoDoesWhat(): Promise<readonly Row[]> {
  const endpoints = (await loadStarter()).flatMap((model) => model.endpoints).filter(({ status }) => status !== "gone");
  const byType = Map.groupBy(endpoints, ({ taskType }) => taskType);
  return ontology.all.map(({ name: taskType }) => {
    const here = byType.get(taskType) ?? [];
    return {
      taskType,
      by: {
        embedded: atHome(taskType),
        "workers-ai": atWorkersAi(taskType, here),
        openai: atOpenAi(taskType),
        huggingface: atHuggingFace(taskType),
      },
      known: new Set(here.map(({ provider }) => provider)),
    };
  });
}
