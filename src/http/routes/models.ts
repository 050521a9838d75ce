import { closest } from "fastest-levenshtein";
import type * as z from "zod";
import {
  type FoundModel,
  findModels,
  isCallableHere,
  type KnownModel,
  MODEL_ORDERS,
  type ModelQuery,
  snippetsOf,
  type TenantCatalogue,
  triplesOf,
  unknownLicences,
} from "../../catalogue/query/index.ts";
import { failure } from "../../domain/errors.ts";
import { canonical, type Ontology } from "../../domain/task-types/index.ts";
import { type AppContext, originOf } from "../context.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";
import type { CardCodeView, ModelListView, ModelSummary, ModelView } from "../schemas/catalogue.ts";
import { modelsQuery } from "../schemas/catalogue-query.ts";
import {
  answerKnowledge,
  KNOWLEDGE_ANSWERS,
  KNOWLEDGE_HEADERS,
  knownTo,
  refuseRepeated,
  showEdge,
} from "./knowledge.ts";

const listRoute = route(
  {
    method: "get",
    path: "/v1/models",
    name: "listModels",
    summary: "Models of the catalogue and of your own, by what they can do",
    description:
      "What is unknown of a model satisfies no condition, and neither does an unsure licence or size (`licenceConfidence`, `parametersConfidence`): as for the models of a plan.",
    access: "key",
    query: modelsQuery,
    answers: { 200: { description: "A page of them.", content: { "application/json": "ModelList" } } },
  },
  async (c, { query }) => {
    refuseRepeated(c);
    return c.json(await listModels(c, query));
  },
);

/** A page of the models that satisfy the conditions. @throws {InvalidRequest} for a task type or licence that is none */
export async function listModels(c: AppContext, query: z.output<typeof modelsQuery>): Promise<ModelListView> {
  const asked = toQuery(query, c.var.wiring.ontology);
  const known = await knownTo(c);
  refuseUnknownLicences(asked, known);
  const found = findModels(known, asked);
  return { ...found, models: found.models.map(summarize) };
}

const readRoute = route(
  {
    method: "get",
    path: "/v1/models/{+id}",
    name: "readModel",
    summary: "All that is known of a model, and code that calls it",
    description: "The slashes of an id stay as they are: /v1/models/openai/whisper-large-v2.",
    access: "key",
    headers: KNOWLEDGE_HEADERS,
    answers: {
      ...KNOWLEDGE_ANSWERS,
      200: {
        description: "The model, its triples and snippets.",
        content: { "application/json": "Model", "text/turtle": null, "application/ld+json": null },
      },
    },
  },
  async (c) => {
    const id = param(c, "id");
    const known = await knownTo(c);
    const model = known.find(id);
    if (!model) return problem(c, failure("not-found", `There is no model ${id.slice(0, 200)}`));
    const edges = triplesOf(model);
    const origin = originOf(c);
    const { ontology } = c.var.wiring;
    const view = async (): Promise<ModelView> =>
      show(model, {
        snapshot: known.snapshot.id,
        triples: edges.map(showEdge),
        cardCode: showCardCode(model, ontology),
        snippets: [...(await snippetsOf(model, { origin, taskType: (name) => ontology.get(name) }))],
      });
    return answerKnowledge(c, { view, models: [model], edges });
  },
);

export const modelRoutes: readonly Route[] = [listRoute, readRoute];

function toQuery({ order, task, ...asked }: z.output<typeof modelsQuery>, ontology: Ontology): ModelQuery {
  const natural = asked.q === undefined ? "downloads" : "match";
  return {
    ...asked,
    task: task === undefined ? undefined : readTask(task, ontology),
    order: MODEL_ORDERS.find((one) => order === one || order === `-${one}`) ?? natural,
    reversed: order?.startsWith("-") ?? false,
  };
}

/** @throws {InvalidRequest} for what is no task type, naming the nearest that is one */
function readTask(asked: string, ontology: Ontology): string {
  const type = ontology.read(asked);
  if (type) return type.name;
  const likely = closest(
    canonical(asked),
    ontology.all.map(({ name }) => name),
  );
  throw new InvalidRequest("There is no such task type; /v1/task-types lists them", [
    { path: "task", message: `is no task type; the nearest is ${likely}` },
  ]);
}

/** A misspelt licence would look like one that no model is under. @throws {InvalidRequest} naming it */
function refuseUnknownLicences({ licence = [] }: ModelQuery, known: TenantCatalogue): void {
  const unknown = unknownLicences(licence, known);
  if (unknown.length === 0) return;
  throw new InvalidRequest("There is no such licence", [
    {
      path: "licence",
      message: `names no licence that is known here: ${unknown.map((name) => `“${name}”`).join(", ")}`,
    },
  ]);
}

const summarize = ({ model, figure }: FoundModel): ModelSummary => ({
  ...factsOf(model),
  providers: [...new Set(model.endpoints.map(({ provider }) => provider))],
  here: isCallableHere(model),
  figure,
  url: `/v1/models/${model.id.split("/").map(encodeURIComponent).join("/")}`,
});

const factsOf = (model: KnownModel) => ({
  id: model.id,
  description: model.description,
  organization: model.organization,
  tasks: [...model.tasks],
  licence: model.licence,
  licenceConfidence: model.licenceConfidence,
  parameters: model.parameters,
  parametersConfidence: model.parametersConfidence,
  languages: model.languages && [...model.languages],
  downloads: model.downloads,
  downloadsOn: model.downloadsOn,
  likes: model.likes,
  gated: model.gated,
  library: model.library,
  inCatalogue: model.inCatalogue,
});

function showCardCode({ cardCode }: KnownModel, ontology: Ontology): CardCodeView | null {
  if (!cardCode) return null;
  const { name, defaults } = cardCode.function;
  const { inputs = [], outputs = [] } = ontology.get(name) ?? {};
  return {
    language: cardCode.language,
    code: cardCode.code,
    licence: cardCode.licence,
    function: {
      name,
      inputs: inputs.map((port) => ({
        name: port.name,
        kinds: [...port.kinds],
        required: port.required,
        many: port.many,
      })),
      outputs: outputs.map((port) => ({ name: port.name, kinds: [...port.kinds] })),
      defaults: { ...defaults },
    },
  };
}

const show = (
  model: KnownModel,
  rest: Pick<ModelView, "snapshot" | "triples" | "snippets" | "cardCode">,
): ModelView => ({
  ...factsOf(model),
  ...rest,
  bytes: model.bytes,
  bytesConfidence: model.bytesConfidence,
  datasets: [...model.datasets],
  papers: [...model.papers],
  baseModels: [...model.baseModels],
  scores: [...model.scores],
  facts: [...model.facts],
  sources: [...model.sources],
  endpoints: model.endpoints.map((endpoint) => ({ ...endpoint, prices: [...endpoint.prices] })),
});
