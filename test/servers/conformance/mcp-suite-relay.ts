import { createServer, type Server, request as send } from "node:http";
import { createInterface } from "node:readline";
import { listen } from "../../fakes/listen.ts";

/** A name of the suite's, and what is called so here. */
export type Renaming = readonly [theirs: string, ours: string];

/** Requests of the suite are small. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Puts the names of one side in the place of the other's; of names that begin alike the longest counts. */
const renamed = (text: string, pairs: readonly Renaming[]): string =>
  pairs.toSorted(([a], [b]) => b.length - a.length).reduce((done, [from, to]) => done.replaceAll(from, to), text);

/**
 * Stands before a server for the suite, which calls its fixtures by names of its own: all that goes through is as it was
 * sent, but for these names.
 */
export async function startRelay(
  target: string,
  renamings: readonly Renaming[],
): Promise<{ server: Server; url: string }> {
  const { hostname, port, pathname, search } = new URL(target);
  const backwards = renamings.map(([theirs, ours]): Renaming => [ours, theirs]);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (body.byteLength > MAX_BODY_BYTES) {
      response.writeHead(413).end();
      return;
    }
    const sent = Buffer.from(renamed(body.toString(), renamings));
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        name.startsWith("mcp-") && typeof value === "string" ? renamed(value, renamings) : value,
      ]),
    );
    // What is packed has no names to be found.
    headers["accept-encoding"] = "identity";
    if (sent.byteLength > 0) headers["content-length"] = String(sent.byteLength);
    const { method = "GET" } = request;
    const onward = send({ hostname, port, path: `${pathname}${search}`, method, headers }, async (answer) => {
      const { "content-length": _length, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      response.flushHeaders();
      try {
        // Names stand within lines, which come whole.
        for await (const line of createInterface({ input: answer })) response.write(`${renamed(line, backwards)}\n`);
        response.end();
      } catch {
        // Its client has left.
        response.destroy();
      }
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(sent);
  });
  return { server, url: await listen(server) };
}
