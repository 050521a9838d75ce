import type { Endpoint } from "../../domain/endpoints.ts";
import { KIND_FACTS, LIMITS } from "../../domain/system-facts.ts";
import type { Wiring } from "../../wiring.ts";
import { originOf } from "../context.ts";
import { describeApi } from "../openapi.ts";
import { type Route, route } from "../route.ts";
import type { HealthView } from "../schemas/tenant-views.ts";
import { sendPage, wantsPage } from "../web/page.ts";

/** @param all every route there is, for the description of the API */
export const systemRoutes = (all: () => readonly Route[]): readonly Route[] => [
  route(
    {
      method: "get",
      path: "/",
      name: "readIndex",
      summary: "Where to begin",
      access: "public",
      headers: { Accept: "`text/html` for the web app, as browsers ask; links in JSON otherwise." },
      answers: {
        200: { description: "Links, or the web app.", content: { "application/json": "Index", "text/html": null } },
      },
    },
    (c) => {
      c.header("Vary", "Accept", { append: true });
      if (wantsPage(c)) return sendPage(c);
      return c.json({ name: "Impresario", links: LINKS });
    },
  ),
  route(
    {
      method: "get",
      path: "/openapi.json",
      name: "readOpenApi",
      summary: "This description",
      access: "public",
      answers: { 200: { description: "OpenAPI 3.1.", content: { "application/json": null } } },
    },
    async (c) => c.json(await describeApi(all(), originOf(c))),
  ),
  route(
    {
      method: "get",
      path: "/v1/health",
      name: "readHealth",
      summary: "Whether the server serves, and what is switched on",
      access: "public",
      answers: { 200: { description: "It serves.", content: { "application/json": "Health" } } },
    },
    (c) => {
      // What is not known yet is said to be so: who asks whether the server serves waits for no other.
      void c.var.wiring.tools.ready();
      return c.json(healthOf(c.var.wiring));
    },
  ),
  route(
    {
      method: "get",
      path: "/v1/usage",
      name: "readUsage",
      summary: "What the files of the key's tenant take, and may take",
      access: "key",
      answers: { 200: { description: "In bytes.", content: { "application/json": "TenantUsage" } } },
    },
    async (c) => c.json({ storage: await c.var.wiring.tenant(c.var.holder.tenant).storage() }),
  ),
  route(
    {
      method: "get",
      path: "/v1/task-types",
      name: "listTaskTypes",
      summary: "The ontology: every task type with its ports, and what does it here",
      access: "key",
      answers: { 200: { description: "All of them.", content: { "application/json": "TaskTypes" } } },
    },
    async (c) => {
      const facts = await c.var.wiring.facts(c.var.holder.tenant);
      const endpoints = endpointsOf(c.var.wiring);
      return c.json({
        taskTypes: c.var.wiring.ontology.all.map((type) => ({
          ...type,
          does: facts.does(type.name),
          wouldDo: facts.does(type.name) ? [] : [...facts.wouldDo(type.name)],
          endpoints: endpoints
            .filter((endpoint) => endpoint.taskType === type.name)
            .map(({ provider, model, grade, licence, description }) => ({
              provider,
              model,
              grade,
              licence,
              description,
            })),
        })),
      });
    },
  ),
];

const LINKS = {
  health: "/v1/health",
  openapi: "/openapi.json",
  docs: "/docs",
  runs: "/v1/runs",
  goals: "/v1/goals",
  plan: "/v1/plan",
  conversations: "/v1/conversations",
  resources: "/v1/resources",
  taskTypes: "/v1/task-types",
  models: "/v1/models",
  catalogue: "/v1/catalogue",
} as const;

const endpointsOf = ({ providers }: Wiring): readonly Endpoint[] =>
  providers.flatMap((provider) => provider.endpoints());

const count = (names: readonly string[]): number => new Set(names).size;

function healthOf(wiring: Wiring): HealthView {
  const endpoints = endpointsOf(wiring);
  const { languageModel, retentionDays } = wiring.deployment();
  const mcpServers = wiring.tools.states();
  const byProvider = Map.groupBy(endpoints, (endpoint) => endpoint.provider);
  return {
    status: "ok",
    auth: wiring.config.auth,
    languageModel,
    retentionDays,
    limits: LIMITS,
    formats: KIND_FACTS,
    providers: Object.fromEntries(
      [...byProvider].map(([name, own]) => [
        name,
        { models: count(own.map(({ model }) => model)), taskTypes: count(own.map(({ taskType }) => taskType)) },
      ]),
    ),
    controllers: { ...wiring.controllerChoice, configured: [...wiring.controllerChoice.configured] },
    taskTypes: { known: wiring.ontology.all.length, available: count(endpoints.map(({ taskType }) => taskType)) },
    ...(mcpServers.length > 0 ? { mcpServers: [...mcpServers] } : {}),
  };
}
