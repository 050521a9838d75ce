import { describe, expect, it } from "vitest";
import { lookAtUrl, type WebRules } from "../../src/resources/import-url.ts";

const NOW = 1_800_000_000_000;

/** A web that answers everything with one response. */
const web = (answer: () => Response, more: Partial<WebRules> = {}): WebRules => ({
  allowHosts: [],
  resolve: async () => ["93.184.216.34"],
  fetch: async () => answer(),
  ...more,
});

const look = (url: string, rules: WebRules, signal?: AbortSignal) => lookAtUrl(url, rules, () => NOW, signal);

const PNG = new Uint8Array([
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde],
]);

describe("looking at a URL", () => {
  it.each([
    ["https://example.com/a.txt", "some words", "text/plain", { name: "a.txt", kind: "text" }],
    ["https://example.com/x/sales.csv", "a,b\n1,2", "text/csv", { name: "sales.csv", kind: "table" }],
    ["https://example.com/1", '{"a": 1}', "application/json", { name: "1", kind: "data" }],
    ["https://example.com/photo", PNG, "text/plain", { name: "photo", kind: "image", mediaType: "image/png" }],
  ])("tells what fetching it would bring: %s", async (url, body, type, facts) => {
    const found = await look(
      url,
      web(() => new Response(body, { headers: { "content-type": type } })),
    );
    expect(found).toMatchObject({ id: url, ...facts, createdAt: NOW, origin: { by: "url", url } });
  });

  it("reads no more of an endless file than tells what it is", async () => {
    let sent = 0;
    let cancelled = false;
    const endless = (): Response =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            sent += 65_536;
            controller.enqueue(new Uint8Array(65_536).fill(0x61));
          },
          cancel: () => {
            cancelled = true;
          },
        }),
      );
    expect(await look("https://example.com/a", web(endless))).toMatchObject({ kind: "text" });
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(1_000_000);
  });

  it.each([
    ["an empty file", "https://example.com/a", () => new Response(""), "unreadable-resource"],
    [
      "a file that is not there",
      "https://example.com/a",
      () => new Response("", { status: 404 }),
      "unreadable-resource",
    ],
    [
      "a file announced as too large",
      "https://example.com/a",
      () => new Response("x", { headers: { "content-length": "1000000000" } }),
      "resource-too-large",
    ],
    [
      "text that claims to be an image",
      "https://example.com/a.png",
      () => new Response("words", { headers: { "content-type": "image/png" } }),
      "unreadable-resource",
    ],
    ["a private address", "http://192.168.0.1/a", () => new Response("x"), "unsafe-url"],
    [
      "a redirect to one",
      "https://example.com/a",
      () => new Response(null, { status: 302, headers: { location: "http://127.0.0.1/" } }),
      "unsafe-url",
    ],
  ])("refuses %s as fetching it would", async (_, url, answer, code) => {
    await expect(look(url, web(answer))).rejects.toMatchObject({ code });
  });

  it("gives up on a file that does not come", async () => {
    const silent = (): Response => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    await expect(look("https://example.com/a", web(silent, { timeoutMs: 20 }))).rejects.toMatchObject({
      code: "timeout",
      retryable: true,
    });
  });
});
