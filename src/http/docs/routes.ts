import { failure } from "../../domain/errors.ts";
import type { AppContext } from "../context.ts";
import { problem } from "../problem.ts";
import { param, type Route, route } from "../route.ts";

/** The files of the page, built into `.assets/docs/`. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["page.css", "text/css; charset=utf-8"],
  ["start.js", "text/javascript; charset=utf-8"],
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["swagger-ui-bundle.js.LICENSE.txt", "text/plain; charset=utf-8"],
]);
/** They change with a deployment, and are large. */
const CACHE_S = 60 * 60;

/**
 * A key is typed into this page: it runs no script but its own files, and talks to this server alone. The viewer sets
 * styles on elements and has its icons inside its style sheet.
 */
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:"],
  ...["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");

const HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" } as const;

export const docsRoutes: readonly Route[] = [
  route(
    {
      method: "get",
      path: "/docs",
      name: "readDocs",
      summary: "This API, to read and to try",
      access: "public",
      answers: { 200: { description: "A page.", content: { "text/html": null } } },
    },
    (c) =>
      send(c, "index.html", {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": POLICY,
        "cache-control": "no-cache",
      }),
  ),
  route(
    {
      method: "get",
      path: "/docs/{file}",
      name: "readDocsFile",
      summary: "A file that the page is made of",
      access: "public",
      answers: { 200: { description: "A script or a style sheet.", content: { "*/*": null } } },
    },
    (c) => {
      const file = param(c, "file");
      const type = FILES.get(file);
      if (type === undefined) return problem(c, failure("not-found", "There is no such file"));
      return send(c, file, { "content-type": type, "cache-control": `public, max-age=${CACHE_S}` });
    },
  ),
];

async function send(c: AppContext, file: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return c.body(await c.var.wiring.asset(`docs/${file}`), 200, { ...HEADERS, ...headers });
}
