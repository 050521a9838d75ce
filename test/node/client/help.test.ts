import { describe, expect, it } from "vitest";
import { readArguments } from "../../../src/client/command-line/arguments.ts";
import { COMMANDS, GENERAL_HELP, HELP } from "../../../src/client/command-line/help.ts";
import { ACTIONS, OWN_OPTIONS } from "../../../src/client/command-line/options.ts";

describe("the help", () => {
  it.each(["ask", "plan"] as const)("teach in the help of %s how models are restricted", (command) => {
    for (const option of ["--licence", "--avoid", "--constraints", "--selection", "--hf-token"])
      expect(HELP[command]).toContain(option);
    for (const [, json = ""] of HELP[command].matchAll(/--constraints '([^']+)'/g)) {
      expect(() => JSON.parse(json)).not.toThrow();
    }
    expect(HELP[command]).toMatch(/--constraints '\{/);
  });

  it.each(Object.entries(OWN_OPTIONS))("teach in the help of %s every option that it has", (command, options) => {
    const help = HELP[COMMANDS.find((one) => one === command) ?? "health"];
    for (const option of options) expect(help).toMatch(new RegExp(`--${option}\\b`));
  });

  it("show in the help only calls that are understood", () => {
    const environment = { HF_TOKEN: "hf_token", CAPTIONER_AUTHORIZATION: "Bearer x", SLACK_SIGNING_SECRET: "x" };
    const shown = COMMANDS.flatMap(
      (command) =>
        HELP[command]
          .split(/^Examples$/m)[1]
          ?.split("\n\n")[0]
          ?.split("\n") ?? [],
    )
      .filter((line) => line.includes("npm run cli -- "))
      .map((line) => line.slice(line.indexOf("-- ") + 3).split(/ {2,}| \| | > /)[0] ?? "");
    expect(shown.length).toBeGreaterThan(20);
    for (const line of shown) {
      const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
      expect(() => readArguments(words, environment), line).not.toThrow();
    }
  });

  it.each(Object.entries(ACTIONS))("teaches what follows %s", (command, actions) => {
    const help = HELP[COMMANDS.find((one) => one === command) ?? "health"];
    for (const action of Object.keys(actions)) expect(help).toContain(`npm run cli -- ${command} ${action}`);
  });

  it("names every command", () => {
    for (const command of COMMANDS) expect(GENERAL_HELP).toContain(`npm run cli -- ${command}`);
  });

  it("have a help text for every command, with how to call it", () => {
    for (const command of COMMANDS) expect(HELP[command]).toContain(`npm run cli -- ${command}`);
  });
});
