import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createIds } from "../../src/domain/ids.ts";
import { createUrlImporter, type ImporterParts } from "../../src/resources/import-url.ts";
import { createResolver, type ResolveHost } from "../../src/resources/safe-fetch.ts";
import { createR2Store } from "../../src/resources/store.ts";

const ids = createIds("a secret of the tests, long enough to be one");
const store = createR2Store(env.RESOURCES, ids, () => 0);
const TENANT = "00000000000000aa";

type Answer = () => Response | Promise<Response>;

/** A web of pages by URL; anything else is a network error. */
function web(pages: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const fetcher: typeof fetch = async (input) => {
    const url = String(input);
    asked.push(url);
    const page = pages[url];
    if (!page) throw new TypeError("Network connection lost");
    return page();
  };
  return { asked, fetch: fetcher };
}

const HOSTS: Readonly<Record<string, readonly string[]>> = {
  "example.com": ["93.184.216.34", "2606:2800:220:1::1"],
  "cdn.example.com": ["93.184.216.35"],
  "inside.example.com": ["93.184.216.34", "10.0.0.7"],
  "six.example.com": ["::1"],
};
const resolve: ResolveHost = async (host) => HOSTS[host] ?? ["93.184.216.34"];

async function importing(
  url: string,
  parts: Partial<ImporterParts> & Pick<ImporterParts, "fetch">,
  signal?: AbortSignal,
) {
  const importer = createUrlImporter({ store, allowHosts: [], resolve, ...parts });
  const id = await ids.newResource(TENANT, null);
  return { id, imported: importer.importUrl({ tenant: TENANT, id, url, ...(signal ? { signal } : {}) }) };
}

const redirect =
  (location: string, status = 302): Answer =>
  () =>
    new Response("moved", { status, headers: { location } });

describe("importing a URL", () => {
  it("stores what is there, under the name it has there", async () => {
    const { fetch } = web({ "https://example.com/a/My%20notes.md?x=1": () => new Response("# Hi") });
    const { imported } = await importing("https://example.com/a/My%20notes.md?x=1", { fetch });
    expect(await imported).toMatchObject({
      name: "My notes.md",
      mediaType: "text/markdown",
      bytes: 4,
      origin: { by: "url", url: "https://example.com/a/My%20notes.md?x=1" },
    });
  });

  it("takes the name that the server gives", async () => {
    const headers = {
      "content-disposition": "attachment; filename*=UTF-8''gr%C3%BC%C3%9Fe.csv",
      "content-type": "text/csv",
    };
    const { fetch } = web({ "https://example.com/download": () => new Response("a,b", { headers }) });
    const { imported } = await importing("https://example.com/download", { fetch });
    expect(await imported).toMatchObject({ name: "grüße.csv", kind: "table" });
  });

  it("follows redirects, relative ones too, and checks each", async () => {
    const { fetch, asked } = web({
      "https://example.com/1": redirect("/2", 301),
      "https://example.com/2": redirect("https://cdn.example.com/f.txt", 307),
      "https://cdn.example.com/f.txt": () => new Response("found"),
    });
    const { imported } = await importing("https://example.com/1", { fetch });
    expect(await imported).toMatchObject({ name: "f.txt", bytes: 5 });
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["http://127.0.0.1/secret"],
    ["http://2130706433/secret"],
    ["http://169.254.169.254/latest/meta-data/"],
    ["http://inside.example.com/"],
    ["https://six.example.com/"],
    ["file:///etc/passwd"],
    ["http://user:pass@example.com/"],
  ])("does not follow a redirect to %s", async (target) => {
    const { fetch, asked } = web({ "https://example.com/": redirect(target), [target]: () => new Response("secret") });
    const { imported } = await importing("https://example.com/", { fetch });
    await expect(imported).rejects.toMatchObject({ code: "unsafe-url" });
    expect(asked).toEqual(["https://example.com/"]);
  });

  it("makes no connection to a host any of whose addresses is private", async () => {
    const { fetch, asked } = web({});
    const { imported } = await importing("http://inside.example.com/", { fetch });
    await expect(imported).rejects.toMatchObject({ code: "unsafe-url" });
    expect(asked).toEqual([]);
  });

  it("fetches from a private host that the deployment vouches for, but no further", async () => {
    const { fetch } = web({
      "http://127.0.0.1:9/f": () => new Response("found"),
      "http://127.0.0.1:9/out": redirect("http://127.0.0.1:10/"),
    });
    const allowHosts = ["127.0.0.1:9"];
    expect(await (await importing("http://127.0.0.1:9/f", { fetch, allowHosts })).imported).toMatchObject({ bytes: 5 });
    const { imported } = await importing("http://127.0.0.1:9/out", { fetch, allowHosts });
    await expect(imported).rejects.toMatchObject({ code: "unsafe-url" });
  });

  it("gives up on a sixth redirect", async () => {
    const { fetch, asked } = web({ "https://example.com/": redirect("https://example.com/") });
    const { imported } = await importing("https://example.com/", { fetch });
    await expect(imported).rejects.toMatchObject({ code: "unreadable-resource" });
    expect(asked).toHaveLength(6);
  });

  it.each([
    [404, false],
    [403, false],
    [204, false],
    [206, false],
    [429, true],
    [503, true],
  ])("says so when the other side answers %i", async (status, retryable) => {
    const answer: Answer = () => new Response(status === 204 ? null : "no", { status });
    const { imported } = await importing("https://example.com/", web({ "https://example.com/": answer }));
    await expect(imported).rejects.toMatchObject({ code: "unreadable-resource", retryable });
  });

  it("says so when nobody answers, when a redirect leads nowhere, and when the file is empty", async () => {
    const { fetch } = web({
      "https://example.com/nowhere": redirect("http://[::::]/"),
      "https://example.com/empty": () => new Response(""),
    });
    for (const path of ["unreachable", "nowhere", "empty"]) {
      const { imported } = await importing(`https://example.com/${path}`, { fetch });
      await expect(imported).rejects.toMatchObject({ code: "unreadable-resource" });
    }
  });

  it("refuses too much, announced or not, and keeps none of it", async () => {
    const endless = (): Response =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(65)),
        }),
      );
    const announced = (): Response => new Response("x", { headers: { "content-length": String(100 * 1024 * 1024) } });
    const { fetch } = web({ "https://example.com/endless": endless, "https://example.com/announced": announced });
    for (const path of ["endless", "announced"]) {
      const { id, imported } = await importing(`https://example.com/${path}`, { fetch });
      await expect(imported).rejects.toMatchObject({ code: "resource-too-large" });
      expect(await store.head(TENANT, id)).toBeNull();
    }
  });

  it("gives up in time on a server that trickles, one that hangs, and a resolver that hangs", async () => {
    const trickle: Answer = () =>
      new Response(
        new ReadableStream<Uint8Array>(
          {
            pull: (controller) => controller.enqueue(new Uint8Array([65])),
            cancel: () => undefined,
          },
          { highWaterMark: 0 },
        ).pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform: async (chunk, controller) => {
              await new Promise((resolved) => setTimeout(resolved, 5));
              controller.enqueue(chunk);
            },
          }),
        ),
      );
    const never = <T>(signal: AbortSignal | null | undefined): Promise<T> =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const trickling = web({ "https://example.com/": trickle });
    const hanging: typeof fetch = (_, init) => never(init?.signal);
    const hungResolver: ResolveHost = (_, signal) => never(signal);
    for (const parts of [trickling, { fetch: hanging }, { ...trickling, resolve: hungResolver }]) {
      const { imported } = await importing("https://example.com/", { ...parts, timeoutMs: 50 });
      await expect(imported).rejects.toMatchObject({ code: "timeout", retryable: true });
    }
  });

  it("stops when its caller does", async () => {
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    const caller = new AbortController();
    const { imported } = await importing("https://example.com/", { fetch: hanging }, caller.signal);
    caller.abort(new Error("not wanted any more"));
    await expect(imported).rejects.toThrow("not wanted any more");
  });

  it("says whose fault it is when a body breaks off", async () => {
    const broken: Answer = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) }));
    const { imported } = await importing("https://example.com/", web({ "https://example.com/": broken }));
    await expect(imported).rejects.toMatchObject({ code: "unreadable-resource", retryable: true });
  });
});

describe("looking a host up", () => {
  const json =
    (answer: object): Answer =>
    () =>
      Response.json(answer);
  const A = "https://cloudflare-dns.com/dns-query?name=example.com&type=A";
  const AAAA = "https://cloudflare-dns.com/dns-query?name=example.com&type=AAAA";
  const found = json({
    Status: 0,
    Answer: [
      { type: 5, data: "alias.example." },
      { type: 1, data: "10.0.0.1" },
    ],
  });
  const none = json({ Status: 0 });
  const look = (pages: Readonly<Record<string, Answer>>) =>
    createResolver(web(pages).fetch)("example.com", new AbortController().signal);

  it("gives the addresses of both families", async () => {
    const six = json({ Status: 0, Answer: [{ type: 28, data: "2606:4700::1" }] });
    expect(await look({ [A]: found, [AAAA]: six })).toEqual(["10.0.0.1", "2606:4700::1"]);
  });

  it.each([
    ["there is no such host", { [A]: json({ Status: 3 }), [AAAA]: none }, false],
    ["the resolver is down", { [A]: found }, true],
    ["the name server fails", { [A]: json({ Status: 2 }), [AAAA]: none }, true],
    ["it answers nonsense", { [A]: json({ nonsense: true }), [AAAA]: none }, true],
    ["it refuses", { [A]: (() => new Response("no", { status: 500 })) satisfies Answer, [AAAA]: none }, true],
  ])("fails when %s", async (_, pages, retryable) => {
    const message = expect.stringContaining("DNS over HTTPS at cloudflare-dns.com");
    await expect(look(pages)).rejects.toMatchObject({ code: "unreadable-resource", retryable, message });
  });
});
