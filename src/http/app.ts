import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import { requestId } from "hono/request-id";
import { AppError, failure } from "../domain/errors.ts";
import type { Wiring } from "../wiring.ts";
import type { AppEnv } from "./context.ts";
import { discardBody } from "./discard-body.ts";
import { docsRoutes } from "./docs/routes.ts";
import { hookRoutes } from "./hooks/routes.ts";
import { huggingGptRoutes } from "./hugginggpt/routes.ts";
import { createIdentity } from "./identity.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import { OPENAI_CLIENT_HEADERS, openAiErrors } from "./openai/errors.ts";
import { openAiRoutes } from "./openai/routes.ts";
import { answerThrown, problem } from "./problem.ts";
import type { Route } from "./route.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { conversationRoutes } from "./routes/conversations.ts";
import { downloadRoutes } from "./routes/downloads.ts";
import { eventRoutes } from "./routes/events.ts";
import { goalRoutes } from "./routes/goals.ts";
import { keyRoutes } from "./routes/keys.ts";
import { modelRoutes } from "./routes/models.ts";
import { ownModelRoutes } from "./routes/own-models.ts";
import { planRoutes } from "./routes/plan.ts";
import { reportRoutes } from "./routes/reports.ts";
import { runRoutes } from "./routes/runs.ts";
import { systemRoutes } from "./routes/system.ts";
import { uploadRoutes } from "./routes/uploads.ts";
import { dropLastSlash, PAGES, sendBuiltFile, sendPage, wantsPage } from "./web/page.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** A day, as the answers to preflight requests seldom change. */
const PREFLIGHT_CACHE_S = 24 * 60 * 60;

/**
 * Forbids browsers to guess another content type, and caches to keep an answer unless its route allows it: most answers
 * are for one key alone and hold signed links.
 */
const safeHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set("x-content-type-options", "nosniff");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};

/**
 * The HTTP API. It keeps nothing but a cache of revoked keys.
 * @param wire builds what the routes work with; what it throws is a misconfiguration, and its message is shown
 */
export function createApp(wire: (env: Env) => Wiring): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const identity = createIdentity(Date.now);
  const routes: readonly Route[] = [
    ...runRoutes,
    ...eventRoutes,
    ...reportRoutes,
    ...planRoutes,
    ...goalRoutes,
    ...conversationRoutes,
    ...uploadRoutes,
    ...downloadRoutes,
    ...modelRoutes,
    ...ownModelRoutes,
    ...catalogueRoutes,
    ...keyRoutes(identity),
    ...mcpRoutes,
    ...huggingGptRoutes(identity),
    ...hookRoutes,
    ...webhookRoutes,
    ...openAiRoutes(identity),
    ...docsRoutes,
    ...systemRoutes(() => routes),
  ];

  app.use(async (c, next) => {
    await next();
    await discardBody(c.req.raw);
  });
  app.use(requestId());
  app.use(safeHeaders);
  app.use("/openai/*", openAiErrors);
  app.use(
    cors({
      // Calls carry a key in a header and never a cookie, so the origin of a page is no evidence of anything.
      origin: "*",
      allowMethods: ["GET", "HEAD", "POST", "DELETE"],
      allowHeaders: [
        ...["Accept", "Authorization", "Content-Disposition", "Content-Type", "Idempotency-Key", "If-None-Match"],
        ...["If-Range", "Last-Event-ID", "Prefer", "Range", "X-Filename", "X-HF-Token", "X-Request-Id"],
        ...["Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id"],
        ...OPENAI_CLIENT_HEADERS,
      ],
      exposeHeaders: [
        ...["Accept-Ranges", "Content-Disposition", "Content-Length", "Content-Range", "ETag", "Idempotency-Replayed"],
        ...["Location", "Mcp-Session-Id", "Preference-Applied", "Retry-After", "Webhook-Secret", "X-Request-Id"],
        ...["X-Impresario-Conversation", "X-Impresario-Ignored", "X-Impresario-Run", "X-Should-Retry"],
      ],
      maxAge: PREFLIGHT_CACHE_S,
    }),
  );
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const allow = methods.join(", ");
        const answer = problem(c, failure("method-not-allowed", `This address takes ${allow}`));
        answer.headers.set("allow", allow);
        return answer;
      },
    }),
  );
  app.use(async (c, next) => {
    const wiring = wired(wire, c.env);
    await wiring.ready();
    c.set("wiring", wiring);
    await next();
  });
  for (const route of routes) {
    const path = route.spec.path.replaceAll(/\{(\+?)(\w+)\}/g, (_, many, name) => `:${name}${many ? "{.+}" : ""}`);
    app.on(route.spec.method.toUpperCase(), path, identity.guard[route.spec.access], (c) => route.handle(c));
  }
  for (const path of PAGES) app.get(path, (c) => sendPage(c));
  for (const path of [...PAGES, "/docs"]) app.get(`${path}/`, dropLastSlash);
  app.get("/assets/:file", sendBuiltFile);
  app.notFound((c) =>
    wantsPage(c) ? sendPage(c, 404) : problem(c, failure("not-found", `There is nothing at ${c.req.path}`)),
  );
  app.onError(answerThrown);
  return app;
}

function wired(wire: (env: Env) => Wiring, env: Env): Wiring {
  try {
    return wire(env);
  } catch (cause) {
    throw new AppError("misconfigured", cause instanceof Error ? cause.message : "It cannot be started", { cause });
  }
}
