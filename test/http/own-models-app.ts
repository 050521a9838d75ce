import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { requestId } from "hono/request-id";
import { makeApiKey } from "../../src/domain/api-key.ts";
import { AppError } from "../../src/domain/errors.ts";
import type { AppEnv } from "../../src/http/context.ts";
import { createIdentity } from "../../src/http/identity.ts";
import { answerThrown } from "../../src/http/problem.ts";
import { ownModelRoutes } from "../../src/http/routes/own-models.ts";
import { checkUrl } from "../../src/resources/safe-url.ts";
import { type Wiring, wire } from "../../src/wiring.ts";

export const OWNER = "00000000000a11ce";
export const STRANGER = "0000000000000b0b";
/** A host that has a private address, as its name server says. */
export const PRIVATE_HOST = "looks-public.example";

/** The routes for own models on real tenants, without a network to look names up in. */
export const wiring: Wiring = {
  ...wire(env),
  vetUrl: async (text) => {
    const url = checkUrl(text, []);
    if (!url.ok) throw new AppError("unsafe-url", url.error.message);
    if (url.value.hostname === PRIVATE_HOST) throw new AppError("unsafe-url", "It has a private address");
  },
};

const app = new Hono<AppEnv>();
app.use(requestId());
app.use(async (c, next) => {
  c.set("wiring", wiring);
  await next();
});
const identity = createIdentity(Date.now);
for (const { spec, handle } of ownModelRoutes) {
  const path = spec.path.replace("{+id}", ":id{.+}");
  app.on(spec.method.toUpperCase(), path, identity.guard[spec.access], handle);
}
app.onError(answerThrown);

export async function call(
  tenant: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  json?: unknown,
): Promise<Response> {
  const headers = new Headers({ authorization: `Bearer ${await makeApiKey(wiring.ids, tenant, "00000001")}` });
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return app.fetch(new Request(new URL(path, "http://localhost:8787"), { method, headers, ...body }), env);
}
