import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, run, session } = useCommandLine();

const COMMANDS = [
  "ask",
  "chat",
  "plan",
  "runs",
  "goal",
  "goals",
  "models",
  "upload",
  "hooks",
  "webhooks",
  "task-types",
  "health",
];

async function helpOf(...given: readonly string[]): Promise<string> {
  now.output = "";
  expect(await runCommandLine([...given, "--help"], session())).toBe(0);
  return now.output;
}

describe("the help", () => {
  it("names every command", async () => {
    const help = await helpOf();
    for (const command of COMMANDS) expect(help).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  });

  it.each(COMMANDS)("says how %s is called, and which options every command has", async (command) => {
    const help = await helpOf(command);
    expect(help).toContain(`npm run cli -- ${command}`);
    for (const option of ["--server", "--key", "--json", "--ids"]) expect(help).toContain(option);
  });

  it.each(["ask", "plan", "chat"])("teaches in the help of %s how models are restricted", async (command) => {
    const help = await helpOf(command);
    for (const option of ["--licence", "--avoid", "--constraints", "--selection", "--hf-token"])
      expect(help).toContain(option);
  });

  it("teaches what follows a command that does several things", async () => {
    const help = await helpOf("runs");
    for (const action of ["list", "show", "watch", "report", "approve", "reject", "cancel", "pause", "resume"])
      expect(help).toMatch(new RegExp(`^  ${action}\\b`, "m"));
  });

  it("shows only calls that are understood", async () => {
    await mkdir(join(now.folder, "demo"));
    const files = ["demo/photo.jpg", "demo/invoice.png", "a.txt", "b.txt", "notes.txt", "talk.wav"];
    for (const name of [...files, "my-plan.json", "my-schema.json", "my-hook.json"])
      await writeFile(join(now.folder, name), "{}");
    now.input = "notes";
    const environment = { HF_TOKEN: "hf_token", CAPTIONER_AUTHORIZATION: "Bearer x", SLACK_SIGNING_SECRET: "x" };
    const helps: string[] = [];
    for (const command of COMMANDS) helps.push(await helpOf(command));
    const shown = helps
      .flatMap(
        (help) =>
          help
            .split(/^Examples:$/m)[1]
            ?.split("\n\n")[0]
            ?.split("\n") ?? [],
      )
      .filter((line) => line.includes("npm run cli -- "))
      .map((line) => line.slice(line.indexOf("-- ") + 3).split(/ {2,}| [|<>] /)[0] ?? "");
    expect(shown.length).toBeGreaterThan(20);
    for (const line of shown) {
      const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
      const refused = { events: [], problem: { status: 404, code: "not-found", detail: "-" } };
      // Understood, and then refused by the server.
      expect(await run(words, refused, { environment }), line).toBe(1);
      await now.server?.stop();
    }
  });
});
