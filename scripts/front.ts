import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from "node:http";

/** What stands between a port of this machine and wrangler's. */
export interface Front {
  readonly port: number;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

const SECRET_BYTES = 32;
/** What only the Worker and its front know, so that nobody passes by it; see `openHolder` of src/http/identity.ts. */
export const newFrontSecret = (): string => randomBytes(SECRET_BYTES).toString("hex");

/** Of one connection alone (RFC 9110 §7.6.1); Node writes them anew for the next. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** What miniflare and wrangler answer before the Worker is asked: its files and tables, its cron, its mails. */
const TOOLS = /^\/+(?:cdn-cgi|__cf_local|__scheduled)(?:[/?#]|$)/i;
/** What miniflare takes the address, route and rights of a request from, whoever sent it. */
const TOOL_HEADER = /^mf-/i;

/**
 * Passes requests on to a server of wrangler's on this machine as their clients sent them, but for what is meant for
 * wrangler and its simulator: those have no keys.
 */
export async function startFront(port: number, target: number, secret: string): Promise<Front> {
  const server = createServer((incoming, response) => {
    const refusal = refusalOf(incoming);
    if (refusal) return refuse(response, ...refusal);
    passOn(incoming, response, target, secret);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { port: portOf(server), close: () => close(server) };
}

/** Why a request goes no further; null if it may. */
function refusalOf({ url = "", rawHeaders }: IncomingMessage): readonly [status: number, reason: string] | null {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const path = url.startsWith("/") ? decoded(url) : null;
  if (path === null) return [400, "This server takes paths alone, in which each escape is one"];
  if (TOOLS.test(path)) return [404, "There is nothing here"];
  if (names.filter((name) => name === "host").length !== 1) return [400, "A request names one host"];
  return names.some((name) => TOOL_HEADER.test(name)) ? [400, "A header is not for this server"] : null;
}

/** As a URL parser reads it: dots, backslashes and escapes lead to the same place. Null where an escape is none. */
function decoded(target: string): string | null {
  const { pathname } = new URL(`http://front.invalid/.${target}`);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "content-type": "text/plain", "x-content-type-options": "nosniff" }).end(`${reason}\n`);
}

function passOn(incoming: IncomingMessage, response: ServerResponse, target: number, secret: string): void {
  const { method, url: path, rawHeaders } = incoming;
  const headers = [...passedOn(rawHeaders, (name) => name !== "x-impresario-front"), "x-impresario-front", secret];
  if (incoming.headers["transfer-encoding"] !== undefined) headers.push("transfer-encoding", "chunked");
  const outgoing = send({ host: "127.0.0.1", port: target, method, path, headers, agent: false });
  outgoing.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
    // At once, as what streams may have nothing to say for long.
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  outgoing.on("error", () => {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, "The server does not answer");
  });
  // A client that leaves ends what only it waits for.
  response.once("close", () => outgoing.destroy());
  incoming.once("error", () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function passedOn(raw: readonly string[], isMeant: (name: string) => boolean = () => true): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = "", value = ""] = raw.slice(at, at + 2);
    if (!HOP_BY_HOP.has(name.toLowerCase()) && isMeant(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server has no port");
  return address.port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
