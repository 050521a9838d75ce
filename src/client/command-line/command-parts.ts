/** What the commands of the command line are declared with. */
import { type Command, Option } from "commander";
import type { CliCommand, Common } from "./commands.ts";
import { readVariable } from "./option-values.ts";

/** How the command line is called in the examples: from a checkout it runs as its sources, from the package as JavaScript. */
export const PROGRAM = import.meta.url.endsWith(".ts") ? "npm run cli --" : "npx impresario";

export const DEFAULT_SERVER = "http://127.0.0.1:8787";

/** What to add to a command so that it reaches this server again. */
export const serverFlag = (server: string): string => (server === DEFAULT_SERVER ? "" : ` --server ${server}`);

type DistributiveOmit<Of, Keys extends PropertyKey> = Of extends unknown ? Omit<Of, Keys> : never;
/** Gives a command that was read to whoever performs it. */
export type Finish = (command: DistributiveOmit<Exclude<CliCommand, { do: "help" | "version" }>, keyof Common>) => void;

export const EXIT_CODES = `
Exit codes:
  0 succeeded   1 failed   2 wrong usage   3 answered in part   4 cancelled
  5 waits for you: to approve its plan, or to resume it   130 interrupted`;

/** The examples of a help text. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${PROGRAM} ${line}`).join("\n")}`;

/** An option that takes one of a few values. */
export const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices);

export const SECRET =
  "what deliveries are signed with, taken out of this environment variable; else the server makes one";

/** Adds `rotate`, which hooks and webhooks have alike. */
export function addRotate(
  parent: Command,
  description: string,
  environment: NodeJS.ProcessEnv,
  rotate: (id: string, secret: string | undefined) => void,
): void {
  parent
    .command("rotate")
    .description(description)
    .argument("<id>")
    .option("--secret <variable>", SECRET)
    .action((id: string, { secret }: { secret?: string }) =>
      rotate(id, secret === undefined ? undefined : readVariable("secret", secret, environment)),
    );
}

/** The most of a page of a list. */
export const MAX_PAGE = 100;
