import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Has a server listen on a free port of this machine. It closes no connection that waits: a call that goes out on one
 * just as it is closed is lost, which would be up to how busy the machine is.
 * @returns its origin, without a slash at the end
 */
export async function listen(server: Server): Promise<string> {
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
