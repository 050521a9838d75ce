import { WorkflowEntrypoint } from "cloudflare:workers";

/** As performTask of task.mjs, which needs Node. */
async function performTask(ms, url) {
  const start = Date.now();
  if (url === null) {
    await scheduler.wait(ms);
    return Date.now() - start;
  }
  const body = JSON.stringify({ inputs: { text: String(ms) } });
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { outputs } = await answer.json();
  if (outputs.text !== String(ms)) throw new Error(`the server answered ${outputs.text} and not ${ms}`);
  return 0;
}

export class BenchWorkflow extends WorkflowEntrypoint {
  async run({ payload: { tasks, url } }, step) {
    const start = Date.now();
    const ended = [];
    for (const [task, { dependsOn, ms }] of tasks.entries()) {
      const before = Promise.all(dependsOn.map((other) => ended[other]));
      ended.push(before.then(() => step.do(`task-${task}`, () => performTask(ms, url))));
    }
    const waits = await Promise.all(ended);
    return { waits, runMs: Date.now() - start };
  }
}

/** How often the status of an instance is asked for, in milliseconds. */
const LOOK_MS = 50;

export default {
  async fetch(request, env) {
    const instance = await env.WORKFLOW.create({ params: await request.json() });
    for (;;) {
      const { status, output, error } = await instance.status();
      if (status === "complete") return Response.json(output);
      if (status === "errored" || status === "terminated") return new Response(JSON.stringify(error), { status: 500 });
      await scheduler.wait(LOOK_MS);
    }
  },
};
