import { describe, expect, it } from "vitest";
import { readArguments } from "../../../src/client/command-line/arguments.ts";

const COMMANDS = ["ask", "chat", "plan", "runs", "models", "upload", "hooks", "webhooks", "task-types", "health"];

function helpOf(...given: readonly string[]): string {
  const command = readArguments([...given, "--help"], {});
  return command.do === "help" ? command.text : "";
}

describe("the help", () => {
  it("names every command", () => {
    for (const command of COMMANDS) expect(helpOf()).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  });

  it.each(COMMANDS)("says how %s is called, and which options every command has", (command) => {
    const help = helpOf(command);
    expect(help).toContain(`npm run cli -- ${command}`);
    for (const option of ["--server", "--key", "--json", "--ids"]) expect(help).toContain(option);
  });

  it.each(["ask", "plan", "chat"])("teaches in the help of %s how models are restricted", (command) => {
    for (const option of ["--licence", "--avoid", "--constraints", "--selection", "--hf-token"])
      expect(helpOf(command)).toContain(option);
  });

  it("teaches what follows a command that does several things", () => {
    for (const action of ["list", "show", "watch", "report", "approve", "reject", "cancel", "pause", "resume"])
      expect(helpOf("runs")).toMatch(new RegExp(`^  ${action}\\b`, "m"));
  });

  it("shows only calls that are understood", () => {
    const environment = { HF_TOKEN: "hf_token", CAPTIONER_AUTHORIZATION: "Bearer x", SLACK_SIGNING_SECRET: "x" };
    const shown = COMMANDS.flatMap(
      (command) =>
        helpOf(command)
          .split(/^Examples:$/m)[1]
          ?.split("\n\n")[0]
          ?.split("\n") ?? [],
    )
      .filter((line) => line.includes("npm run cli -- "))
      .map((line) => line.slice(line.indexOf("-- ") + 3).split(/ {2,}| [|<>] /)[0] ?? "");
    expect(shown.length).toBeGreaterThan(20);
    for (const line of shown) {
      const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
      expect(() => readArguments(words, environment), line).not.toThrow();
    }
  });
});
