import { once } from "node:events";
import { createServer } from "node:net";

/** Ports of this machine that are free at the moment. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Ends a child with this process, should that fail before it has ended the child itself. */
export function endWithProcess(child) {
  process.once("exit", () => child.kill());
}
