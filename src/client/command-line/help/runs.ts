import { COMMON, EXIT_CODES, PROGRAM } from "./parts.ts";
import { LIMITS } from "./requests.ts";

export const RUNS_HELP = `Shows runs, and has a say in them. \`last\` stands for the ID of the newest.

  ${PROGRAM} runs list           those of the last conversations, the newest first; [--limit N] of how many, 10 when
                                 left out; [-c, --conversation ID] those of that one alone
  ${PROGRAM} runs show ID        as it stands now
  ${PROGRAM} runs watch ID       while it goes on, to its end; [-o, --out DIR] saves the files that are made,
                                 [--ids] shows ids
  ${PROGRAM} runs report ID      its tasks, who did them and why, what came out, and what it cost, as Markdown
  ${PROGRAM} runs approve ID     its plan, as it now is, is to be run; [--plan FILE] as you edited it (JSON)
  ${PROGRAM} runs reject ID      its plan is not to be run, and the run ends
  ${PROGRAM} runs cancel ID      stops it: what has ended stays, nothing more begins
  ${PROGRAM} runs pause ID       begins nothing more until it is resumed
  ${PROGRAM} runs resume ID      goes on; where its budget is used up, with a higher one:

${LIMITS}

Examples
  ${PROGRAM} runs resume run_… --usd 1    1 dollar in all
  ${PROGRAM} runs watch run_… --out made
  ${PROGRAM} runs report run_… --json | jq .understood

${COMMON}

${EXIT_CODES}`;
