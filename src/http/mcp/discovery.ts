import { AppError } from "../../domain/errors.ts";
import { type AppContext, originOf } from "../context.ts";
import { type Route, route } from "../route.ts";
import { MCP_METADATA, METADATA } from "./metadata-path.ts";

const NO_REGISTRATION =
  "This server has no OAuth, and registers no clients: whoever runs it makes API keys. Send one as `Authorization: Bearer imp_…`";

/** What clients look up that would like to sign in by OAuth. */
export const discoveryRoutes: readonly Route[] = [
  metadataRoute(METADATA, "readProtectedResource", "OAuth's metadata of this server (RFC 9728)"),
  metadataRoute(MCP_METADATA, "readMcpProtectedResource", "OAuth's metadata of `/mcp` (RFC 9728)"),
  route(
    {
      method: "post",
      path: "/register",
      name: "registerClient",
      summary: "Refuses to register a client of OAuth, and says what to do instead",
      description:
        "Clients of MCP try this where they are asked for a key and find no authorization server (RFC 7591).",
      access: "public",
      streams: { "application/json": null },
      answers: {
        403: { description: "There is no OAuth here.", content: { "application/json": null } },
      },
    },
    (c) => c.json({ error: "access_denied", error_description: NO_REGISTRATION }, 403),
  ),
];

function metadataRoute(path: `/${string}`, name: string, summary: string): Route {
  return route(
    {
      ...{ method: "get", path, name, summary },
      description:
        "A key goes in the `Authorization` header. It names no authorization server, as there is none: keys are made by whoever runs the server. With `AUTH=open` no key is needed, and there is no metadata.",
      access: "public",
      answers: { 200: { description: "The metadata.", content: { "application/json": null } } },
    },
    (c) => c.json(metadataOf(c)),
  );
}

function metadataOf(c: AppContext) {
  if (c.var.wiring.config.auth === "open") throw new AppError("not-found", "No key is needed here");
  const origin = originOf(c);
  return {
    resource: `${origin}/mcp`,
    resource_name: "Impresario",
    bearer_methods_supported: ["header"],
    resource_documentation: `${origin}/docs`,
  };
}
