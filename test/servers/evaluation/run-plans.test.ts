import { describe, expect, it } from "vitest";
import type { Fit } from "../../../evaluation/labelled/fit.ts";
import type { Answer } from "../../../evaluation/labelled/plan-all.ts";
import { planJob } from "../../../evaluation/labelled/plan-job.ts";
import { museRow } from "../../../evaluation/requests/row.ts";
import { runPlans } from "../../../evaluation/suites/muse/run-plans.ts";
import { type Client, createClient } from "../../../src/client/client.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import { labelledRow, planned, planningOf, planOf, RIGHT, textTask } from "../../node/evaluation/fakes.ts";
import { useServer } from "../use-server.ts";

const row = (parts: Readonly<Record<string, unknown>>) => museRow.parse(labelledRow({ queryType: "single", ...parts }));

const one = (parts: Readonly<Record<string, unknown>>, answer: (row: ReturnType<typeof museRow.parse>) => Answer) => {
  const made = row(parts);
  const fit: Fit = RIGHT;
  return { row: made, planning: planningOf(answer(made)), fit };
};

const summary = planned(planOf(textTask(0, "summarization")));

async function run(planned: Parameters<typeof runPlans>[0], client: Client) {
  const steps: string[] = [];
  const signal = new AbortController().signal;
  const outputs = await runPlans(planned, {
    client,
    signal,
    progress: (done, total) => steps.push(`${done}/${total}`),
  });
  return { outputs, steps };
}

describe("running plans on a server of its own", () => {
  const server = useServer();

  it("judges what came out, over what there are experts for", async () => {
    /** Summarises the first file and reads the summary out. */
    const spoken = (made: ReturnType<typeof museRow.parse>): Plan => {
      const [file] = planJob(made).attached;
      if (!file) throw new Error("A file is wanted");
      return planOf(
        { id: 0, type: "summarization", args: { text: { from: "resource", resource: file.id } } },
        textTask(1, "text-to-speech", 0),
      );
    };
    const chain = { files: ["letter.txt"], tasks: ["summarization", "text-to-speech"], links: [[0, 1]] };
    const requests = [
      one({ ...chain, asks: ["audio"], outputModality: ["audio"] }, (made) => planned(spoken(made))),
      one({ files: ["letter.txt"], contains: [["no word of it"]] }, () => summary),
      one({ files: ["letter.txt"] }, () => ({ as: "ask" })),
      one({ tasks: ["text-to-image"], asks: ["image"] }, () => summary),
    ];
    const { outputs, steps } = await run(requests, server.client());
    expect(requests.map(({ row: made }) => outputs.get(made))).toEqual(["right", "wrong", null, undefined]);
    expect(steps).toEqual(["0/3", "1/3", "2/3", "3/3"]);
  }, 60_000);
});

describe("running plans on a server that refuses", () => {
  /** Knows an expert, and takes no run. */
  const refusing = createClient({
    baseUrl: "http://instance.test",
    fetch: async (url) =>
      String(url).endsWith("/v1/task-types")
        ? Response.json({ taskTypes: [{ name: "summarization", endpoints: [{}] }] })
        : Response.json({ code: "forbidden", status: 403, title: "No", detail: "not for you" }, { status: 403 }),
  });
  const requests = (count: number) => Array.from({ length: count }, () => one({}, () => summary));

  it("counts runs that broke off", async () => {
    const refused = requests(3);
    const { outputs } = await run(refused, refusing);
    expect([...outputs.values()]).toEqual(["error", "error", "error"]);
  });

  it("is given up after too many", async () => {
    await expect(run(requests(20), refusing)).rejects.toThrow(
      "20 calls in a row failed, the last with provider-unavailable: The server says: not for you",
    );
  });
});
