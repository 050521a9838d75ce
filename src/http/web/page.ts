import type { AppContext } from "../context.ts";

/** The addresses of the web app; it reads by itself which of its views that is. */
export const PAGES: readonly string[] = ["/chat/:id", "/runs/:id", "/catalogue", "/settings"];

/**
 * The page holds an API key and shows what strangers' files and models say: it runs no script and no style but its own
 * files, and talks to this server alone. `blob:` is what a person attaches or records, before it is sent.
 */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "worker-src 'self'"],
  ...["img-src 'self' blob:", "media-src 'self' blob:", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

/** The web app, as `npm run build:assets` builds it from `web/`. Its scripts and styles are static assets. */
export async function sendPage(c: AppContext): Promise<Response> {
  return c.body(await c.var.wiring.asset("web/index.html"), 200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
  });
}
