import { PROVIDERS } from "@huggingface/inference";
import { loadStarter } from "../../src/catalogue/starter/index.ts";
import type { CatalogueModel } from "../../src/domain/catalogue.ts";
import { recipesFor } from "../../src/providers/huggingface/tasks/index.ts";
import type { FakeMapping, FakeModels } from "../../test/fakes/huggingface/hub.ts";

/** The models of the catalogue that comes with the code, as the Hub would map them to its inference providers. */
export const starterOnTheHub = async (): Promise<FakeModels> =>
  Object.fromEntries((await loadStarter()).map((model) => [model.id, mappingOf(model)]));

function mappingOf({ id, endpoints }: CatalogueModel): FakeMapping {
  const atHuggingFace = endpoints.filter(({ provider, standsIn }) => provider === "huggingface" && !standsIn);
  const tasks = Map.groupBy(atHuggingFace, ({ via }) => via ?? "");
  return Object.fromEntries(
    [...tasks].flatMap(([via, served]) => {
      const names = served.map(({ taskType }) => taskType);
      const task = hubTask(names, servedBy(via));
      return task === null ? [] : [[via, { status: "live", providerId: id, task }]];
    }),
  );
}

/** What the client library can ask an inference provider for. */
const servedBy = (via: string): ReadonlySet<string> =>
  new Set(Object.entries(PROVIDERS).flatMap(([name, tasks]) => (name === via ? Object.keys(tasks) : [])));

/** The Hub gives a model one task at a provider: chat where it chats, else the first of its own that is served there. */
function hubTask(taskTypes: readonly string[], served: ReadonlySet<string>): string | null {
  if (taskTypes.includes("conversational")) return "conversational";
  const tasks = taskTypes.flatMap((name) => recipesFor(name).map(({ task }) => task));
  return tasks.find((task) => served.has(task)) ?? null;
}
