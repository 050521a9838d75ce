import * as z from "zod";
import { isKind, type Kind } from "../domain/kinds.ts";
import { headerName, headerValue } from "./endpoint-fields.ts";
import { refuseDuplicates } from "./variables.ts";

/** Servers per deployment; every isolate lists the tools of each. */
const MAX_SERVERS = 20;
/** Tools that can be named per server. */
const MAX_TOOLS = 100;
/** Ports that a tool may be said to give. */
const MAX_GIVEN = 4;

const kind = z.string().refine((text): text is Kind => isKind(text), "must be a kind, such as text or image");
const toolName = z.string().min(1).max(128);

/** A tool of a server, with the kinds of its outputs if its own description does not state them. */
const tool = z.union([
  toolName.transform((name) => ({ name })),
  z.strictObject({ name: toolName, gives: z.array(kind).min(1).max(MAX_GIVEN).exactOptional() }),
]);

/** A server of the Model Context Protocol, whose tools become task types. */
const server = z.strictObject({
  /** Without hyphens, so that `mcp-<server>-<tool>` is one tool of one server. */
  name: z.string().regex(/^[a-z0-9]{1,32}$/, "lower-case letters and digits"),
  url: z.url({ protocol: /^https?$/ }),
  headers: z.record(headerName, headerValue).default({}),
  /** A variable of the deployment that holds the token; it goes as `Authorization: Bearer …`, or as it is in `header`. */
  auth: z
    .strictObject({
      variable: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, "the name of a variable"),
      header: headerName.exactOptional(),
    })
    .exactOptional(),
  /** All tools if left out. */
  tools: z.array(tool).min(1).max(MAX_TOOLS).exactOptional(),
});

export const mcpServers = z
  .array(server)
  .max(MAX_SERVERS)
  .default([])
  .superRefine(
    refuseDuplicates(
      ({ name }) => [name],
      ({ name }) => `${name} is there twice`,
      ["name"],
    ),
  );
type McpServersConfig = z.infer<typeof mcpServers>;

/** A server with its authentication headers. */
export interface McpServerConfig extends Pick<McpServersConfig[number], "name" | "url" | "headers" | "tools"> {}

const token = z.string().trim().min(1).pipe(headerValue);

/** @throws {Error} naming the variable that is missing or holds no token */
export const toMcpServers = (servers: McpServersConfig, variables: unknown): readonly McpServerConfig[] =>
  servers.map(({ auth, headers, ...rest }) => {
    if (!auth) return { ...rest, headers };
    const held = z.looseObject({ [auth.variable]: token }).safeParse(variables);
    const value = held.success ? token.parse(held.data[auth.variable]) : null;
    if (value === null) {
      throw new Error(
        `Impresario is not configured. CONFIG.mcpServers: ${rest.name} takes its token from ${auth.variable}, which is not set or no single line; set it (\`wrangler secret put ${auth.variable}\`)`,
      );
    }
    const proof = auth.header === undefined ? { Authorization: `Bearer ${value}` } : { [auth.header]: value };
    return { ...rest, headers: { ...headers, ...proof } };
  });
