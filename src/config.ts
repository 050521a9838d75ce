import * as z from "zod";
import { type ControllersConfig, checkControllers, controllerVariables, toControllers } from "./config/controllers.ts";
import { type CrawlConfig, crawlVariables, toCrawl } from "./config/crawl.ts";
import { customEndpoints } from "./config/custom-endpoints.ts";
import { type McpServerConfig, mcpServers, toMcpServers } from "./config/mcp-servers.ts";
import { openAiConfig } from "./config/openai-endpoints.ts";
import { providerLimits } from "./config/provider-limits.ts";
import { type ProvidersConfig, providerVariables, toProviders } from "./config/providers.ts";
import { address, variable } from "./config/variables.ts";
import { BASE_KINDS, isKind, type Kind } from "./domain/kinds.ts";
import { LEAST_SHARED, SHARERS } from "./domain/partitions.ts";
import { BUILT_IN_TASK_TYPES, DEFAULT_TASK_TIMEOUT_MS, type TaskType } from "./domain/task-types/index.ts";

export type { CustomEndpointConfig } from "./config/custom-endpoints.ts";

const kind = z
  .string()
  .refine((text): text is Kind => isKind(text), `must be one of ${BASE_KINDS.join(", ")} or a subkind`);
const name = z.string().regex(/^[a-z0-9][a-z0-9-]{1,63}$/, "lower-case letters, digits and hyphens");

const portConfig = z.strictObject({
  name,
  kinds: z.array(kind).min(1).max(8),
  required: z.boolean().default(true),
  many: z.boolean().default(false),
  description: z.string().max(500).default(""),
});

/** How long an attempt at a task may take. */
const timeoutMs = z
  .int()
  .min(100)
  .max(15 * 60_000);

/** A task type of the deployment's own: no code, only its ports and, under `endpoints`, who does it. */
const taskTypeConfig = z.strictObject({
  name,
  area: z.enum(["language", "image-understanding", "image-generation", "audio", "video", "document", "table", "code"]),
  description: z.string().min(1).max(500),
  aliases: z.array(name).max(20).default([]),
  /** Gives the content of its one required input in another kind; repair may insert it. */
  converts: z.boolean().default(false),
  /** Makes something new each time: two alike in a plan are meant. */
  varies: z.boolean().default(false),
  inputs: z.array(portConfig).min(1).max(16),
  outputs: z
    .array(portConfig.omit({ many: true, required: true }).extend({ kinds: z.array(kind).length(1) }))
    .min(1)
    .max(16),
  timeoutMs: timeoutMs.optional(),
});

const deployment = z
  .strictObject({
    endpoints: customEndpoints,
    openai: openAiConfig.prefault({}),
    mcpServers,
    taskTypes: z.array(taskTypeConfig).max(200).default([]),
    limits: z
      .strictObject({
        /** Runs one API key may start in a minute. */
        runsPerMinute: z.int().min(1).default(600),
        /** Files that one API key may upload, have fetched, or send inside requests, in a minute. */
        filesPerMinute: z.int().min(1).default(1_200),
        /** What one tenant's files may take together: ten gibibytes unless it says otherwise. */
        storageBytes: z
          .int()
          .min(0)
          .default(10 * 2 ** 30),
        /** Runs of one tenant under way at once. */
        activeRuns: z.int().min(1).default(100),
        /** Conversations of a tenant are spread over several objects, which share out the two limits on runs. */
        partitioned: z.boolean().default(false),
        /** How long an attempt at a task may take, by task type, where it is not what that says. */
        taskMs: z.record(z.string(), timeoutMs).default({}),
        /** Calls of each provider, for each of its keys. */
        providers: providerLimits.prefault({}),
      })
      .prefault({}),
  })
  .superRefine(({ taskTypes, limits }, context) => {
    const known = new Set([...BUILT_IN_TASK_TYPES, ...taskTypes].map((type) => type.name));
    for (const name of Object.keys(limits.taskMs)) {
      if (!known.has(name))
        context.addIssue({ code: "custom", path: ["limits", "taskMs", name], message: "is no task type" });
    }
    for (const name of limits.partitioned ? (["activeRuns", "runsPerMinute"] as const) : []) {
      if (limits[name] >= LEAST_SHARED) continue;
      const message = `must be ${LEAST_SHARED} or more where "partitioned" is true, as ${SHARERS} objects share it`;
      context.addIssue({ code: "custom", path: ["limits", name], message });
    }
  });
type DeploymentConfig = z.infer<typeof deployment>;

const DAY_MS = 24 * 60 * 60_000;
/** Ten years; without the variable, conversations are retained indefinitely. */
const MAX_RETENTION_DAYS = 3_650;

const listed = (list: string): readonly string[] =>
  list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** The deployment's variables, each described by what to set where it is missing or wrong. */
const environment = z
  .object({
    AUTH: z.enum(["keys", "open"]).describe('set AUTH to "keys", or to "open" on a machine of your own'),
    IMPRESARIO_SECRET: z
      .string()
      .min(32)
      .describe(
        "set it to 32 or more random characters (`openssl rand -hex 32`, then `wrangler secret put IMPRESARIO_SECRET`); every id and API key depends on it",
      ),
    CONFIG: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .transform((value, context) => {
        if (typeof value !== "string") return value ?? {};
        try {
          return JSON.parse(value) as unknown;
        } catch {
          context.addIssue("is not JSON");
          return z.NEVER;
        }
      })
      .pipe(deployment)
      .describe("see docs/configuration.md"),
    /** Comma-separated `host:port`s that resources may be fetched from although they are private. */
    FETCH_ALLOW_HOSTS: z
      .string()
      .default("")
      .transform((list) => listed(list)),
    /** Comma-separated names of models that OpenAI's clients may ask for, `*` for any. */
    OPENAI_MODEL_ALIASES: z
      .string()
      .default("")
      .transform((list) => listed(list)),
    ...controllerVariables,
    ...crawlVariables,
    ...providerVariables,
    RETENTION_DAYS: variable
      .pipe(
        z
          .string()
          .regex(/^\d{1,4}$/, "must be a number of days")
          .transform(Number)
          .pipe(z.int().min(1).max(MAX_RETENTION_DAYS))
          .optional(),
      )
      .describe(
        `set it to whole days, 1 to ${MAX_RETENTION_DAYS}, or leave it out to keep conversations until they are deleted`,
      ),
    LOGS: variable
      .pipe(z.enum(["on", "off"]).default("on"))
      .describe('set it to "off" for no line per stage, task and run, or leave it out'),
    /** The address that links begin with, whatever host a request names. */
    PUBLIC_URL: address
      .refine((url) => url === undefined || URL.parse(url)?.pathname === "/", "must hold no path")
      .describe("set it to where the deployment is reached, as in https://impresario.example.com, or leave it out"),
    /** Made by `npm start` for each start: without keys, only what its front passed on is served. */
    FRONT_SECRET: variable,
  })
  .superRefine(checkControllers);

export interface RetentionConfig {
  /** A conversation in which nothing has happened for this long is removed; null to keep all. */
  readonly idleMs: number | null;
}

export interface Config {
  readonly auth: "keys" | "open";
  readonly secret: string;
  readonly deployment: DeploymentConfig;
  readonly fetchAllowHosts: readonly string[];
  /** Models of others that OpenAI's clients ask for, and `impresario` answers for; `*` is any. */
  readonly openAiModelAliases: readonly string[];
  /** What links begin with, without a slash at its end; null for the address that each caller asks at. */
  readonly publicUrl: string | null;
  /** What requests carry in `X-Impresario-Front` that came through the front of scripts/front.ts; null without one. */
  readonly frontSecret: string | null;
  readonly controllers: ControllersConfig;
  readonly crawl: CrawlConfig;
  readonly providers: ProvidersConfig;
  readonly retention: RetentionConfig;
  /** Whether a line is logged for each stage, task and run that ends. */
  readonly logs: { readonly isOn: boolean };
  /** Servers whose tools become task types. */
  readonly mcpServers: readonly McpServerConfig[];
  /** The deployment's own task types. */
  readonly taskTypes: readonly TaskType[];
  /** How long an attempt at a task may take, by task type, where it is not what that says. */
  readonly taskTimeoutsMs: Readonly<Record<string, number>>;
}

const adviceOn = (name: string): string =>
  Object.hasOwn(environment.shape, name)
    ? (environment.shape[name as keyof typeof environment.shape].description ?? "")
    : "";

/**
 * Reads the deployment's variables once, at the edge.
 * @throws {Error} naming every variable that is missing or wrong, why, and what to set.
 */
export function readConfig(variables: unknown): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      return `${issue.path.join(".")}: ${issue.message}; ${adviceOn(String(issue.path[0] ?? ""))}`;
    });
    throw new Error(`Impresario is not configured. ${faults.join(". ")}`);
  }
  const { AUTH, IMPRESARIO_SECRET, CONFIG, FETCH_ALLOW_HOSTS, PUBLIC_URL, RETENTION_DAYS, LOGS } = parsed.data;
  return {
    auth: AUTH,
    secret: IMPRESARIO_SECRET,
    deployment: CONFIG,
    fetchAllowHosts: FETCH_ALLOW_HOSTS,
    openAiModelAliases: parsed.data.OPENAI_MODEL_ALIASES,
    publicUrl: PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin,
    frontSecret: parsed.data.FRONT_SECRET ?? null,
    controllers: toControllers(parsed.data),
    crawl: toCrawl(parsed.data),
    providers: toProviders(parsed.data, CONFIG.openai.models),
    retention: { idleMs: RETENTION_DAYS === undefined ? null : RETENTION_DAYS * DAY_MS },
    logs: { isOn: LOGS === "on" },
    mcpServers: toMcpServers(CONFIG.mcpServers, variables),
    taskTypes: CONFIG.taskTypes.map(toTaskType),
    taskTimeoutsMs: CONFIG.limits.taskMs,
  };
}

const toTaskType = (own: DeploymentConfig["taskTypes"][number]): TaskType => ({
  name: own.name,
  area: own.area,
  description: own.description,
  aliases: own.aliases,
  inputs: own.inputs.map((port) => ({ ...port, asks: false, aliases: [] })),
  outputs: own.outputs.map((port) => ({ ...port, aliases: [], required: true, many: false, asks: false })),
  timeoutMs: own.timeoutMs ?? DEFAULT_TASK_TIMEOUT_MS,
  converts: own.converts,
  varies: own.varies,
});
