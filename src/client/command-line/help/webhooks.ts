import { COMMON, PROGRAM } from "./parts.ts";

export const WEBHOOKS_HELP = `Sees to webhooks that are told of your runs, signed as Standard Webhooks has it.

  ${PROGRAM} webhooks list            those that there are
  ${PROGRAM} webhooks show ID         one of them
  ${PROGRAM} webhooks add URL         another, told of runs that start from now on; its secret is printed, this once
  ${PROGRAM} webhooks rotate ID       another secret; for a while deliveries are signed with both
  ${PROGRAM} webhooks enable ID       go on with one that was disabled
  ${PROGRAM} webhooks remove ID       tell it nothing more
  ${PROGRAM} webhooks deliveries      what could not be delivered; [--limit N] of how many, [--cursor NEXT] the next
  ${PROGRAM} webhooks deliveries RUN  what those of a run were told
  ${PROGRAM} webhooks replay ID       deliver again; ID is a delivery's

What \`add\` takes
      --event NAME      what it is told, such as run.succeeded or task.failed; all of a run and nothing of its tasks when
                        left out. Repeat for more
      --description TEXT
                        for yourself
      --secret VARIABLE whsec_…, taken out of this environment variable; one is made when left out. Also for \`rotate\`

Examples
  ${PROGRAM} webhooks add https://example.com/impresario --event run.failed --event run.partial
  ${PROGRAM} webhooks deliveries --json | jq -r '.deliveries[].id'

${COMMON}`;
