import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";

const GOOD = { AUTH: "keys", IMPRESARIO_SECRET: "0123456789abcdef0123456789abcdef" };
const endpoint = { model: "our/model", taskType: "image-to-text", url: "https://models.example/caption" };
const ownType = {
  name: "logo-detection",
  area: "image-understanding",
  description: "Find the logos in an image",
  inputs: [{ name: "image", kinds: ["image", "document"] }],
  outputs: [{ name: "logos", kinds: ["data"] }],
};
const withConfig = (config: unknown): unknown => ({ ...GOOD, CONFIG: config });

describe("a configuration that is right", () => {
  it("needs no more than AUTH and the secret", () => {
    expect(readConfig(GOOD)).toMatchObject({ auth: "keys", fetchAllowHosts: [], taskTypes: [] });
  });

  it("may be given as text or as an object", () => {
    const config = { endpoints: [endpoint], taskTypes: [ownType] };
    expect(readConfig(withConfig(JSON.stringify(config)))).toEqual(readConfig(withConfig(config)));
    expect(readConfig(withConfig(config)).taskTypes[0]).toMatchObject({ name: "logo-detection" });
  });

  it("lists hosts without their blanks", () => {
    expect(readConfig({ ...GOOD, FETCH_ALLOW_HOSTS: " a:1 ,, b:2" }).fetchAllowHosts).toEqual(["a:1", "b:2"]);
  });

  it("may name one model for two task types, and two models for one", () => {
    const endpoints = [endpoint, { ...endpoint, taskType: "image-classification" }, { ...endpoint, model: "b" }];
    expect(readConfig(withConfig({ endpoints })).deployment.endpoints).toHaveLength(3);
  });
});

describe("a configuration that is wrong is refused with the variable and what to do", () => {
  const { AUTH: _auth, ...noAuth } = GOOD;
  const { IMPRESARIO_SECRET: _secret, ...noSecret } = GOOD;

  it.each<[string, unknown, RegExp, RegExp]>([
    ["no secret", noSecret, /IMPRESARIO_SECRET: /, /openssl rand -hex 32/],
    ["a short secret", { ...GOOD, IMPRESARIO_SECRET: "x".repeat(31) }, /IMPRESARIO_SECRET: /, /openssl rand -hex 32/],
    ["no AUTH", noAuth, /AUTH: /, /set AUTH to "keys"/],
    ["an AUTH nobody knows", { ...GOOD, AUTH: "none" }, /AUTH: /, /set AUTH to "keys"/],
    ["no JSON", withConfig("{"), /CONFIG: is not JSON/, /docs\/configuration\.md/],
    ["a list", withConfig("[]"), /CONFIG: /, /docs\/configuration\.md/],
    ["a field nobody knows", withConfig({ endpoint: [] }), /CONFIG: .*"endpoint"/, /docs\/configuration\.md/],
    ["no URL", withConfig({ endpoints: [{ ...endpoint, url: "ftp://x" }] }), /CONFIG\.endpoints\.0\.url/, /docs/],
    [
      "an endpoint twice",
      withConfig({ endpoints: [endpoint, { ...endpoint, url: "https://other.example/" }] }),
      /CONFIG\.endpoints\.1: our\/model is there twice for image-to-text/,
      /keep one/,
    ],
    [
      "an output of two kinds",
      withConfig({ taskTypes: [{ ...ownType, outputs: [{ name: "logos", kinds: ["data", "text"] }] }] }),
      /CONFIG\.taskTypes\.0\.outputs\.0\.kinds/,
      /docs/,
    ],
    [
      "a kind nobody knows",
      withConfig({ taskTypes: [{ ...ownType, outputs: [{ name: "logos", kinds: ["smell"] }] }] }),
      /CONFIG\.taskTypes\.0\.outputs\.0\.kinds\.0: must be one of text, image/,
      /docs/,
    ],
  ])("%s", (_, variables, variable, advice) => {
    expect(() => readConfig(variables)).toThrow(variable);
    expect(() => readConfig(variables)).toThrow(advice);
  });

  it("names every fault at once, and never a secret", () => {
    const read = (): unknown => readConfig({ AUTH: "none", IMPRESARIO_SECRET: "too-short" });
    expect(read).toThrow(/AUTH: .*IMPRESARIO_SECRET: /);
    expect(read).not.toThrow(/too-short/);
  });
});
