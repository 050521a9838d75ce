import { describe, expect, it } from "vitest";
import { fromEnvironment, readSettings } from "../../../scripts/settings.ts";

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

  it("take nothing else from the environment, and nothing empty", () => {
    expect(fromEnvironment({ AUTH: "", SECRET: "x", FETCH_ALLOW_HOSTS: "localhost:1" })).toEqual({
      FETCH_ALLOW_HOSTS: "localhost:1",
    });
  });
});
