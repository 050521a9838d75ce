import { createServer, type Server } from "node:http";
import { createHub, type Hub, type HubOptions } from "./hub/hub.ts";
import { listen } from "./listen.ts";

/** The stand-in for the Hub behind a real connection, which it breaks where it is told to. */
export async function startHubServer(
  options: HubOptions,
): Promise<{ readonly server: Server; readonly url: string; readonly hub: Hub }> {
  const hub = createHub(options);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const reply = hub.respond(url, request.headers.authorization ?? null);
    if (reply.breaks === "before") {
      response.destroy();
      return;
    }
    response.writeHead(reply.status, reply.headers);
    if (reply.breaks === "never") response.end(reply.body);
    else response.write(reply.body, () => response.destroy());
  });
  const origin = await listen(server);
  return { server, url: origin, hub };
}
