import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { awaitRun } from "../await-run.ts";
import { answerRun } from "../run-answer.ts";
import { runSummary } from "../run-summary.ts";
import { tool } from "../tool.ts";
import { waitSeconds } from "./run-request.ts";

export const getRun = tool({
  name: "get_run",
  title: "Look at a run",
  description: "Status, answer, files and tasks of a run with what each task made; waits for its end if asked to.",
  input: z.strictObject({
    run: z.string().min(1).max(200).describe("The id of the run."),
    wait: waitSeconds.removeDefault().default(0),
  }),
  output: runSummary,
  isReadOnly: true,
  run: async ({ run, wait }, call) => {
    const { wiring, holder, views } = call.c.var;
    const parts = await wiring.ids.readRun(holder.tenant, run);
    if (!parts) throw new AppError("not-found", `There is no run ${run.slice(0, 100)}`);
    const record = { id: run, conversation: parts.conversation };
    const found = await awaitRun(call, { record, waitMs: wait * 1000, isOurs: false });
    return answerRun(call.c, await views.run(found), true);
  },
});
