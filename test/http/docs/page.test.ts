import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ORIGIN, problemOf } from "../caller.ts";
import type { Description } from "./schema-of.ts";

const get = (path: string): Promise<Response> => exports.default.fetch(new URL(path, ORIGIN).href);

describe("/docs", () => {
  it("may run its own files, talk to this server, and nothing else", async () => {
    const page = await get("/docs");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = new Map(
      (page.headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources] as const;
      }),
    );
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'"]);
    expect(policy.get("connect-src")).toEqual(["'self'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  });

  it("has no script inside it, and every file that it names is here", async () => {
    const html = await (await get("/docs")).text();
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, inside] of scripts) {
      expect(attributes).toContain("src=");
      expect(inside).toBe("");
    }
    expect(html).not.toMatch(/\son\w+=|https?:\/\//);
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(named).toEqual(expect.arrayContaining(["/docs/swagger-ui-bundle.js", "/openapi.json"]));
    for (const path of named) {
      const file = await get(path);
      expect({ path, status: file.status }).toEqual({ path, status: 200 });
      expect(file.headers.get("content-type")).toMatch(
        path.endsWith(".js") ? /^text\/javascript/ : path.endsWith(".css") ? /^text\/css/ : /^application\/json/,
      );
      await file.body?.cancel();
    }
  });

  it.each(["/docs/none.js", "/docs/..%2fexperts%2fflite.wasm", "/docs/index.html"])("has no %s", async (path) =>
    expect(await problemOf(await get(path))).toMatchObject({ code: "not-found" }),
  );

  it("shows every route in a chapter that it lists", async () => {
    const { paths, tags } = await (await get("/openapi.json")).json<Description & { tags: { name: string }[] }>();
    const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags));
    expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)));
  });
});
