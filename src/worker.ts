import { wire } from "./wiring.ts";

export { Conversation } from "../durable-objects/conversation.ts";
export { Goal } from "../durable-objects/goal.ts";
export { ProviderGate } from "../durable-objects/provider-gate.ts";
export { Runner } from "../durable-objects/runner.ts";
export { Tenant } from "../durable-objects/tenant.ts";
export { TenantPartition } from "../durable-objects/tenant-partition.ts";

type App = ReturnType<typeof import("./http/app.ts")["createApp"]>;
let app: Promise<App> | undefined;

/** Loaded with the first request: the routes' schemas take longer to build than all else at start-up. */
async function loadApp(): Promise<App> {
  app ??= import("./http/app.ts").then(({ createApp }) => createApp(wire));
  try {
    return await app;
  } catch (thrown) {
    app = undefined;
    throw thrown;
  }
}

/** The platform gives a cron trigger a quarter of an hour; the next one comes after as long. */
const MAX_TICK_MS = 14 * 60_000;

export default {
  fetch: async (request, env, ctx) => (await loadApp()).fetch(request, env, ctx),
  scheduled: async (_controller, env) => wire(env).crawl(AbortSignal.timeout(MAX_TICK_MS)),
} satisfies ExportedHandler<Env>;
