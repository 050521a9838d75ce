import { failure } from "../../domain/errors.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { preferredType } from "../request-headers.ts";
import { param } from "../route.ts";

/** The addresses of the web app; it reads by itself which of its views that is. */
export const PAGES: readonly string[] = ["/chat/:id", "/runs/:id", "/goals/:id", "/catalogue", "/settings"];

/**
 * The page holds an API key and shows what strangers' files and models say: it runs no script and no style but its own
 * files, and talks to this server alone. `blob:` is what a person attaches or records, before it is sent.
 */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "worker-src 'self'"],
  ...["img-src 'self' blob:", "media-src 'self' blob:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** Whether a person looks for a page, and not a program for data. */
export const wantsPage = (c: AppContext): boolean =>
  c.req.method === "GET" && preferredType(c, ["application/json", "text/html"]) === "text/html";

/**
 * The web app, as `npm run build:assets` builds it from `web/`.
 * @param status 404 where it is to say itself that there is nothing
 */
export async function sendPage(c: AppContext, status: 200 | 404 = 200): Promise<Response> {
  return c.body(await c.var.wiring.asset("web/index.html"), status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
  });
}

/**
 * Sends whoever typed a slash behind the address of a page to the page. As it was sent and not as it was read: what is
 * decoded need not be fit for a header.
 */
export function dropLastSlash(c: AppContext): Response {
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`${pathname.slice(0, -1)}${search}`, 308);
}

/** What a built file is called: a name of its source with a hash of its content, so that it never changes. */
const BUILT_FILE = /^[\w.-]{1,200}$/;
const FOREVER_S = 365 * 24 * 60 * 60;

/** A script, style or picture of the web app. One that is not there may be by the next deployment, and is not kept. */
export async function sendBuiltFile(c: AppContext): Promise<Response> {
  const name = param(c, "file");
  const found = BUILT_FILE.test(name) ? await c.var.wiring.findAsset(`assets/${name}`) : null;
  if (!found?.body) return problem(c, failure("not-found", "There is no such file"));
  return c.body(found.body, 200, {
    "content-type": found.headers.get("content-type") ?? "application/octet-stream",
    "cache-control": `public, max-age=${FOREVER_S}, immutable`,
    "x-content-type-options": "nosniff",
  });
}
