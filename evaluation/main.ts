/** `npm run evaluate -- SUITE …`: measures what was built on data that others labelled. */
import { evaluate } from "./evaluate.ts";
import { showProgress } from "./progress.ts";

// Whoever reads the output has gone (`… | head`): there is nothing left to say.
process.stdout.on("error", () => process.exit(0));

process.exitCode = await evaluate(process.argv.slice(2), {
  // npm runs scripts in the package's folder, and says here where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  environment: process.env,
  now: () => performance.now(),
  write: (text) => {
    process.stdout.write(text);
  },
  writeError: (text) => {
    process.stderr.write(text);
  },
  progress: showProgress(process.stderr),
});
