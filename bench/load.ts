/**
 * How the server answers while many begin at once: `npm run bench:load [-- --runs 400 --tasks 3]`.
 *
 * Starts so many runs of three trivial tasks in one moment, each in a conversation of its own, and waits for their
 * ends. Prints how long the replies to `POST` took, how long the runs, and how many ended in a second.
 */
import { parseArgs } from "node:util";
import { runScript } from "../scripts/run-script.ts";
import { ECHO, runAll, withEcho } from "./echo.ts";

const TIME_LIMIT_MS = 10 * 60_000;
/** Before what is measured: its code is compiled then. */
const WARM_UPS = 40;

const { values } = parseArgs({
  options: { runs: { type: "string", default: "400" }, tasks: { type: "string", default: "3" } },
});
const runs = Number(values.runs);
const plan = Array.from({ length: Number(values.tasks) }, (_, id) => ({
  task: ECHO,
  id,
  dep: [-1],
  args: { text: `text ${id}` },
}));

function spread(title: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN) / 1000).toFixed(2);
  return `${title}: first ${at(0)} s, median ${at(0.5)} s, 95 % ${at(0.95)} s, last ${at(1)} s`;
}

await runScript(
  (signal) =>
    withEcho({ signal }, async ({ client }) => {
      await runAll(client, plan, { count: WARM_UPS, atOnce: 1 });
      const timed = await runAll(client, plan, { count: runs, atOnce: runs });
      const ends = timed.map(({ endMs }) => endMs);
      console.log(`${runs} runs of ${plan.length} tasks, begun in one moment`);
      console.log(
        spread(
          "replies to POST",
          timed.map(({ replyMs }) => replyMs),
        ),
      );
      console.log(spread("runs", ends));
      console.log(`runs a second: ${(runs / (Math.max(...ends) / 1000)).toFixed(1)}`);
      return 0;
    }),
  { timeLimitMs: TIME_LIMIT_MS },
);
