/** The command line as a process: `npm run cli -- …`. */
import { createInterface } from "node:readline/promises";
import { MAX_FILE_BYTES } from "./attachments.ts";
import { EXIT } from "./command.ts";
import { runCommandLine } from "./command-line.ts";
import { toTerminal } from "./terminal.ts";

const interruption = new AbortController();
const { signal } = interruption;
// Once: a second Ctrl-C ends a process that hangs.
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interruption.abort(new Error(name)));
// Whoever reads the output has gone (`… | head`): there is nothing left to say. A disk that is full is a failure.
process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
  if (fault.code === "EPIPE") process.exit(EXIT.succeeded);
  process.stderr.write(`What came of it could not be written: ${fault.message}\n`, () => process.exit(EXIT.failed));
});
process.stderr.on("error", () => {});

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // In its own raw mode readline takes Ctrl-C for itself.
  lines.on("SIGINT", () => interruption.abort(new Error("SIGINT")));
  try {
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}

async function confirm(question: string): Promise<boolean> {
  const answer = (await ask(`${question} [Y/n] `)).toLowerCase();
  return answer === "" || answer === "y" || answer === "yes";
}

/** Reads no further than past what a file may have, so that too much is seen to be. */
async function readInput(): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(new Uint8Array(chunk));
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) break;
  }
  return new Blob(chunks);
}

async function* readLines(): AsyncIterable<string> {
  const isTyped = process.stdin.isTTY && process.stderr.isTTY;
  const lines = createInterface({ input: process.stdin, ...(isTyped ? { output: process.stderr } : {}), prompt: "❯ " });
  lines.on("SIGINT", () => interruption.abort(new Error("SIGINT")));
  signal.addEventListener("abort", () => lines.close(), { once: true });
  try {
    if (isTyped) lines.prompt();
    for await (const line of lines) {
      yield line;
      if (isTyped) lines.prompt();
    }
  } finally {
    lines.close();
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  terminal: toTerminal(process.stdout),
  // npm runs scripts in the package's folder, and says here where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  signal,
  environment: process.env,
  progress: toTerminal(process.stderr),
  readInput,
  readLines,
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask, confirm } : { ask: null, confirm: null }),
});
