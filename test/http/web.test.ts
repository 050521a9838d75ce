import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ORIGIN } from "./caller.ts";

const get = (path: string, accept = "text/html"): Promise<Response> =>
  exports.default.fetch(new URL(path, ORIGIN).href, { headers: { accept } });

/** The files that the page names. */
const filesOf = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");

describe("the web app", () => {
  it.each(["/", "/chat/con_any", "/runs/run_any", "/catalogue", "/settings"])(
    "is what a browser gets at %s",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(await response.text()).toContain('<div id="root">');
    },
  );

  it.each([
    ["/catalogue/", "/catalogue"],
    ["/settings/?a=1&b=%2F", "/settings?a=1&b=%2F"],
    ["/chat/con_any/", "/chat/con_any"],
    ["/runs/run_any/", "/runs/run_any"],
    ["/docs/", "/docs"],
    ["/chat/%0d%0ax-header:%201/", "/chat/%0d%0ax-header:%201"],
    ["/runs/%2F%2Fother.example/", "/runs/%2F%2Fother.example"],
  ])("sends a browser from %s, with a slash too many, to %s", async (path, to) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await exports.default.fetch(new URL(path, ORIGIN).href, { method, redirect: "manual" });
      expect([method, response.status, response.headers.get("location")]).toEqual([method, 308, to]);
    }
  });

  it.each(["/docs//", "//other.example/", "/nothing/", "/v1/runs/run_any/"])("has no page at %s", async (path) => {
    expect(await exports.default.fetch(`${ORIGIN}${path}`, { redirect: "manual" })).toMatchObject({ status: 404 });
  });

  it("says itself that there is nothing at an address, to who looks for a page", async () => {
    const page = await get("/nothing/here");
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<div id="root">');
    const problem = await get("/nothing/here", "application/json");
    expect(await problem.json()).toMatchObject({ code: "not-found" });
  });

  it("leaves the links at / to those who do not ask for a page", async () => {
    for (const accept of ["application/json", "*/*"]) {
      const response = await get("/", accept);
      expect(response.headers.get("vary")).toContain("Accept");
      expect(await response.json()).toMatchObject({ name: "Impresario" });
    }
  });

  it("may run no script and use no style but its own files, and talk to nobody else", async () => {
    const policy = (await get("/")).headers.get("content-security-policy") ?? "";
    const directives = new Map(policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1).join(" ")]));
    expect(directives.get("default-src")).toBe("'none'");
    for (const name of ["script-src", "style-src", "connect-src", "worker-src", "font-src"]) {
      expect([name, directives.get(name)]).toEqual([name, "'self'"]);
    }
    for (const name of ["base-uri", "form-action", "frame-ancestors"]) {
      expect([name, directives.get(name)]).toEqual([name, "'none'"]);
    }
    expect(policy).not.toMatch(/unsafe|data:|https?:/);
  });

  it("holds no script and no style in its page", async () => {
    const page = await (await get("/")).text();
    expect(page).not.toMatch(/<style|\son\w+=|\sstyle=/);
    expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
      expect.stringContaining(' src="/assets/'),
    ]);
  });

  it("has files that may be kept for ever, as their names change with what is in them", async () => {
    const paths = filesOf(await (await get("/")).text());
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      const response = await get(path, "*/*");
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect((await response.bytes()).length).toBeGreaterThan(0);
    }
  });

  it.each([
    "/assets/none.js",
    "/assets/..%2Fexperts%2Fflite.wasm",
    "/assets/%2e%2e%2fweb%2fbuild.json",
    "/assets/a%00b",
  ])("has no file at %s, and says so to nobody's cache", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control") ?? "").not.toContain("immutable");
  });
});
