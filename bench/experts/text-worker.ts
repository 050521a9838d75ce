/** The text experts behind plain HTTP, for text.ts to measure from outside, where clocks run. */
import { callExpert } from "../../test/providers/embedded/text/calls.ts";
import type { TextJob } from "./text-job.ts";

export default {
  fetch: async (request: Request): Promise<Response> => {
    const { taskType, inputs, times } = (await request.json()) as TextJob;
    for (let turn = 0; turn < times; turn++) await callExpert(taskType, inputs);
    return Response.json(times);
  },
};
