/**
 * Shows where the Worker's time goes: `npm run bench:profile [-- --runs N --at-once K --top T]`.
 *
 * Takes a CPU profile of workerd, over its inspector, while N runs of three trivial tasks go through it, K at a time, each
 * in a conversation of its own. Prints milliseconds of CPU a run by function: its own, and with all that it calls.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runScript } from "../scripts/run-script.ts";
import { findFreePort } from "../scripts/server.ts";
import { ECHO, runAll, withEcho } from "./echo.ts";
import { functionTimes } from "./profile/cpu-profile.ts";
import { connectInspector } from "./profile/inspector.ts";

const TIME_LIMIT_MS = 10 * 60_000;
const WARM_UPS = 20;
/** Microseconds between two samples. */
const SAMPLE_US = 250;
/** Three tasks without a model's time: the third needs the other two. */
const PLAN = [
  { task: ECHO, id: 0, dep: [-1], args: { text: "one" } },
  { task: ECHO, id: 1, dep: [-1], args: { text: "two" } },
  { task: ECHO, id: 2, dep: [0, 1], args: { text: "<resource>-0 <resource>-1" } },
];

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "60" },
    "at-once": { type: "string", default: "2" },
    top: { type: "string", default: "40" },
    /** Where the profile is kept, to be opened in a browser's developer tools. */
    out: { type: "string" },
  },
});
const runs = Number(values.runs);
const atOnce = Number(values["at-once"]);

await runScript(
  async (signal) => {
    const inspectorPort = await findFreePort();
    return withEcho({ signal, inspectorPort, keepsNames: true }, async ({ client }) => {
      await runAll(client, PLAN, { count: WARM_UPS, atOnce });
      const inspector = await connectInspector(inspectorPort);
      const startedAt = performance.now();
      const profile = await inspector.profile(SAMPLE_US, () => runAll(client, PLAN, { count: runs, atOnce }));
      const tookMs = performance.now() - startedAt;
      inspector.close();
      if (values.out !== undefined) await writeFile(values.out, JSON.stringify(profile));
      const times = functionTimes(profile);
      const ms = (us: number): string => (us / 1000 / runs).toFixed(2).padStart(9);
      const busyUs = times.reduce((sum, { ownUs }) => sum + ownUs, 0);
      console.log(`${runs} runs of ${PLAN.length} tasks, ${atOnce} at a time, in ${(tookMs / 1000).toFixed(1)} s`);
      console.log(`JavaScript and what it calls, a run: ${ms(busyUs).trim()} ms`);
      for (const [title, key] of [
        ["own", "ownUs"],
        ["total", "totalUs"],
      ] as const) {
        console.log(
          `\n${title === "own" ? "By their own time" : "With all they call"}, ms a run:\n      own     total  function`,
        );
        const sorted = times.toSorted((a, b) => b[key] - a[key]).slice(0, Number(values.top));
        for (const { name, ownUs, totalUs } of sorted) console.log(`${ms(ownUs)} ${ms(totalUs)}  ${name}`);
      }
      return 0;
    });
  },
  { timeLimitMs: TIME_LIMIT_MS },
);
