import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Front, startFront } from "../../../scripts/front.ts";

let behind: Server;
let front: Front;

beforeAll(async () => {
  behind = createServer((incoming, response) => {
    response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
  });
  await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
  front = await startFront(0, (behind.address() as AddressInfo).port, "a-secret-of-the-two");
});

afterAll(async () => {
  await front.close();
  await new Promise((resolve) => behind.close(resolve));
});

/** Sends a request as it is written here: `fetch` would tidy up its path and headers. */
function send(path: string, headers: Readonly<Record<string, string>> = {}): Promise<[status: number, body: string]> {
  const { promise, resolve, reject } = Promise.withResolvers<[number, string]>();
  const asked = request({ host: "127.0.0.1", port: front.port, path, headers }, async (answer) => {
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    resolve([answer.statusCode ?? 0, Buffer.concat(parts).toString()]);
  });
  asked.on("error", reject);
  asked.end();
  return promise;
}

describe("the front before the local server", () => {
  it("passes a request on as it came, with the word that only the two know", async () => {
    const [status, body] = await send("/v1/health?a=%2e", { host: "localhost:8787", "x-own": "1" });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      url: "/v1/health?a=%2e",
      headers: { host: "localhost:8787", "x-own": "1", "x-impresario-front": "a-secret-of-the-two" },
    });
  });

  it.each([
    "/cdn-cgi/local/explorer/api",
    "/cdn-cgi/local/scheduled",
    "/%63dn-cgi/local/explorer",
    "/v1/../cdn-cgi/local/explorer",
    "//cdn-cgi/local/explorer",
    "/v1\\..\\cdn-cgi/local/explorer",
    "/%63dn-cgi/local/%ff",
  ])("passes nothing on that is for wrangler's tools: %s", async (path) => {
    const [status, body] = await send(path);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain("cdn-cgi");
  });

  it.each(["MF-Original-URL", "mf-original-url", "X-Impresario-Front"])("lets nobody else say %s", async (name) => {
    const [status, body] = await send("/v1/health", { [name]: "http://localhost/" });
    expect(status === 400 || !body.includes('"http://localhost/"')).toBe(true);
  });
});
