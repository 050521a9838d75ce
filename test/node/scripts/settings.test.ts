import { describe, expect, it } from "vitest";
import { fromEnvironment, readSettings, readTomlVars } from "../../../scripts/settings.ts";

const DEV_VARS = "# made here\nAUTH=open\nIMPRESARIO_SECRET=abc\n";

describe("the settings of `npm start`", () => {
  it("are those of .dev.vars", () => {
    expect(readSettings(DEV_VARS, { PATH: "/bin" })).toEqual({ AUTH: "open", IMPRESARIO_SECRET: "abc" });
  });

  it("give way to the environment's", () => {
    const config = '{"endpoints": []}';
    expect(readSettings(DEV_VARS, { AUTH: "keys", CONFIG: config, PATH: "/bin" })).toEqual({
      AUTH: "keys",
      IMPRESARIO_SECRET: "abc",
      CONFIG: config,
    });
  });

  it("are PUBLIC_URL too, for links that begin elsewhere", () => {
    expect(fromEnvironment(DEV_VARS, { PUBLIC_URL: "https://a.example" })).toEqual({ PUBLIC_URL: "https://a.example" });
  });

  it("take nothing else from the environment, and nothing empty", () => {
    expect(fromEnvironment(DEV_VARS, { AUTH: "", SECRET: "x", FETCH_ALLOW_HOSTS: "localhost:1" })).toEqual({
      FETCH_ALLOW_HOSTS: "localhost:1",
    });
  });
});

it("the settings of wrangler.toml are those of its variables that stand in one line", () => {
  const toml = `name = "impresario"
[vars]
AUTH = "keys" # a comment
  PLANNING = 'global'
MODEL_CONTEXT_TOKENS = 9000
CONFIG = """
{}"""
[vars.MORE]
NO_LOCAL_MODELS = "1"
[assets]
binding = "ASSETS"
`;
  expect(readTomlVars(toml)).toMatchObject({ AUTH: "keys", PLANNING: "global", MODEL_CONTEXT_TOKENS: "9000" });
  expect(Object.keys(readTomlVars(toml))).not.toContain("NO_LOCAL_MODELS");
  expect(Object.keys(readTomlVars(toml))).not.toContain("binding");
});

describe("the settings of a language model", () => {
  const openai = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" };
  const workersAi = { CLOUDFLARE_ACCOUNT_ID: "a".repeat(32), CLOUDFLARE_API_TOKEN: "token" };

  it.each([
    ["a model", { OPENAI_MODEL: "m" }, openai],
    ["a model", { WORKERS_AI_MODEL: "@cf/a/model" }, workersAi],
    ["its controller", { CONTROLLER: "openai" }, openai],
    ["its controller", { CONTROLLER: "workers-ai" }, workersAi],
  ])("are taken from the environment where that names %s: %j", (_, named, taken) => {
    expect(fromEnvironment(DEV_VARS, { ...openai, ...workersAi, ...named })).toEqual({ ...named, ...taken });
  });

  it("are taken from the environment where .dev.vars names a model", () => {
    expect(fromEnvironment(`${DEV_VARS}OPENAI_MODEL=m\n`, openai)).toEqual(openai);
    expect(readSettings(`${DEV_VARS}OPENAI_MODEL=m\nOPENAI_API_KEY=old\n`, openai)).toEqual({
      AUTH: "open",
      IMPRESARIO_SECRET: "abc",
      OPENAI_MODEL: "m",
      ...openai,
    });
  });

  it.each([{}, { CONTROLLER: "auto" }, { CONTROLLER: "embedded" }, { OPENAI_MODEL: "" }])(
    "stay where they are for other programs: %j",
    (named) => {
      const { CONTROLLER }: { CONTROLLER?: string } = named;
      const taken = fromEnvironment(DEV_VARS, { ...openai, ...workersAi, ...named });
      expect(taken).toEqual(CONTROLLER === undefined ? {} : { CONTROLLER });
    },
  );
});
