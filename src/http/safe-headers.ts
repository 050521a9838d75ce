import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";

/**
 * Marks each answer as what its content type says and nothing else, and as nobody's to keep where its route does not
 * say otherwise: most hold what one key may see, and links that are credentials.
 */
export const safeHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set("x-content-type-options", "nosniff");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
};
