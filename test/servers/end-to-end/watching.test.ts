import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../../src/client/client.ts";
import type { RunView } from "../../../src/http/schemas/views.ts";
import { upload, useServer } from "../use-server.ts";

const { client } = useServer({});
const LIMIT_MS = 120_000;
const ASKED =
  "Read the text in invoice.png, tell me who sent it, what has to be paid and by when, and read a summary aloud";

const statusOf = (run: RunView, task: number) => run.tasks.find(({ id }) => id === task)?.status;

describe("a run that is watched", () => {
  it("answers, plans and turns task after task before it ends, on a fresh server too", {
    timeout: LIMIT_MS,
  }, async () => {
    const api = client();
    const file = await upload(api, "invoice.png");
    const { id, conversation } = await api.start({ text: ASKED, resources: [file.id] });
    // The reply is here, and the server answers others: planning and reading the picture take it a second and more.
    const atReply = await api.run(id);
    expect(atReply.tasks.filter(({ status }) => status === "succeeded")).toEqual([]);

    const seen: RunEvent[] = [];
    const then = new Map<string, RunView>();
    for await (const event of api.events(id)) {
      seen.push(event);
      // What the run is at the moment at which the event is read.
      if (!then.has(event.type)) then.set(event.type, await api.run(id));
    }
    const types = seen.map(({ type }) => type);
    expect(types.filter((type, at) => types.indexOf(type) === at && !type.startsWith("answer"))).toEqual([
      ...["run-start", "plan-start", "plan-end", "selection-end", "task-start", "task-end"],
      ...(types.includes("task-progress") ? ["task-progress"] : []),
      "run-end",
    ]);
    const first = seen.find((event) => event.type === "task-start");
    const ocr = first?.type === "task-start" ? first.data.task : -1;
    // Each was read while what it tells was under way, and not all of them at the end.
    for (const type of ["plan-end", "task-start"]) {
      expect(then.get(type)?.endedAt).toBeNull();
      expect(statusOf(then.get(type) as RunView, ocr)).not.toBe("succeeded");
    }
    expect(statusOf(then.get("task-end") as RunView, ocr)).toBe("succeeded");

    // What was read is there for the next question.
    const next = await api.wait((await api.message(conversation, { text: "By when does it have to be paid?" })).id);
    const reading = next.tasks.find(({ task }) => task === "optical-character-recognition");
    expect(reading).toMatchObject({ status: "succeeded", attempts: [], reused: { run: id, task: ocr } });
  });
});
