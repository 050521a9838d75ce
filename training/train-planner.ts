/** `npm run train:planner`: fits the embedded planner's network, measures them on unseen requests, writes all. */
import { fileURLToPath } from "node:url";
import { showProgress } from "../evaluation/progress.ts";
import { learnWith, SCRIPTS } from "./learn.ts";
import { train } from "./train.ts";

process.exitCode = await train(process.argv.slice(2), {
  // npm runs scripts in the package's folder, and says here where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  environment: process.env,
  now: () => performance.now(),
  target: fileURLToPath(new URL("../src/planning/embedded/rank/", import.meta.url)),
  learn: (folder, how) => learnWith(process.env.PYTHON ?? "python3", SCRIPTS[how], folder),
  write: (text) => {
    process.stdout.write(text);
  },
  writeError: (text) => {
    process.stderr.write(text);
  },
  progress: showProgress(process.stderr),
});
