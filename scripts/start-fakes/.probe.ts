import { startServer } from "/work/main/scripts/server.ts";
import { startFakes } from "/work/main/scripts/start-fakes/fakes.ts";
import { createClient } from "/work/main/src/client/client.ts";

const fakes = await startFakes();
const server = await startServer({
  port: 8911,
  persistTo: "/tmp/probe-state",
  logFile: "/tmp/probe.log",
  vars: { AUTH: "open", IMPRESARIO_SECRET: "x".repeat(40), ...fakes.vars },
});
console.log(server.url, fakes.urls);
const c = createClient({ baseUrl: server.url });
console.log(JSON.stringify(await c.health(), null, 0));
process.on("SIGTERM", async () => {
  await server.stop();
  await fakes.stop();
  process.exit(0);
});
