import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ONLY_CUSTOM, startFakes } from "../../../scripts/start-fakes/fakes.ts";
import type { Client } from "../../../src/client/client.ts";
import type { Constraints } from "../../../src/domain/constraints.ts";
import { baseKind } from "../../../src/domain/kinds.ts";
import { BUILT_IN_TASK_TYPES, createOntology } from "../../../src/domain/task-types/index.ts";
import type { RunView, TaskView } from "../../../src/http/schemas/views.ts";
import { MP4 } from "../../fakes/media.ts";
import { whoDoesWhat } from "../../node/providers/who-does-what.ts";
import { upload, useServer } from "../use-server.ts";
import { ARGUMENTS, type Files, MAP_BEFORE } from "./every-task/arguments.ts";

const ALL = BUILT_IN_TASK_TYPES.map(({ name }) => name);
const fakes = await startFakes(ALL);
afterAll(() => fakes.stop());

/** The Worker with every provider, through the real client libraries, at what stands in for the services. */
const { client } = useServer(fakes.vars);
const LIMIT_MS = 60_000;
const ontology = createOntology();
const rows = await whoDoesWhat();

let api: Client;
let files: Files;
beforeAll(async () => {
  api = client();
  const [image, audio, video] = await Promise.all([
    upload(api, "photo.jpg"),
    upload(api, "noisy.wav"),
    api.upload(new Uint8Array(MP4), { name: "film.mp4" }),
  ]);
  files = { image: image.id, audio: audio.id, video: video.id };
});

/** Providers whose names are nothing else's: "openai" is a maker of models that others run as well. */
const UNMISTAKABLE = ["embedded", "workers-ai", "huggingface"];

/** The task alone, at one provider; the map that it may need comes from an endpoint of one's own. */
async function runAt(provider: string, taskType: string): Promise<RunView> {
  const before = MAP_BEFORE[taskType];
  const task = { task: taskType, id: before === undefined ? 0 : 1, args: ARGUMENTS[taskType]?.(files) ?? {} };
  const map = before === undefined ? [] : [{ task: before, id: 0, args: ARGUMENTS[before]?.(files) ?? {} }];
  const constraints: Constraints = {
    provider: { allow: [provider, "custom"], deny: UNMISTAKABLE.filter((name) => name !== provider) },
    ...(provider === "custom" ? {} : { model: { deny: [`fake/${taskType}`] } }),
  };
  const message = { text: "", plan: [...map, task], resources: Object.values(files), constraints };
  return api.wait((await api.start(message)).id);
}

const kindsOf = ({ outputs }: TaskView): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(outputs).map(([port, value]) => [port, value.kind]));

const expectDone = (run: RunView, provider: string, taskType: string): void => {
  const task = run.tasks.at(-1);
  expect(task?.error?.message).toBeUndefined();
  expect(run.status).toBe("succeeded");
  expect(task?.attempts.at(-1)?.model).toMatch(new RegExp(`^${provider}:`));
  const ports = ontology.get(taskType)?.outputs ?? [];
  const kinds = Object.fromEntries(ports.map(({ name, kinds: [kind] }) => [name, kind]));
  const made = task ? kindsOf(task) : {};
  // The first port is what a task is for; the rest is given where the expert has it.
  expect(made).toHaveProperty([ports[0]?.name ?? ""]);
  expect(kinds).toMatchObject(made);
  for (const value of Object.values(task?.outputs ?? {})) {
    if ("resource" in value) expect(value.resource.mediaType).toMatch(new RegExp(`^(${baseKind(value.kind)}|text)/`));
  }
};

describe("every task type of HuggingGPT's Table 11, its control tasks, HIVE's Table 4 and our own", () => {
  it("has arguments here", () => {
    expect(Object.keys(ARGUMENTS).toSorted()).toEqual(ALL.toSorted());
  });

  it("has an endpoint of one's own in the playground where nobody else does it", () => {
    const isDone = ({ by, known }: (typeof rows)[number]): boolean =>
      by.embedded !== null || by.openai !== null || known.size > 0;
    expect(rows.filter((row) => !isDone(row)).map(({ taskType }) => taskType)).toEqual(
      expect.arrayContaining([...ONLY_CUSTOM]),
    );
    expect(rows.filter((row) => !isDone(row))).toHaveLength(ONLY_CUSTOM.length);
  });

  const atServices = rows.flatMap(({ taskType, by, known }) => [
    ...["huggingface", "workers-ai"].filter((provider) => known.has(provider)).map((provider) => [taskType, provider]),
    ...(by.openai === null ? [] : [[taskType, "openai"]]),
    [taskType, "custom"],
  ]) as readonly (readonly [string, string])[];
  it.each(atServices)("%s runs at %s, with outputs of its own types", { timeout: LIMIT_MS }, async (taskType, at) => {
    expectDone(await runAt(at, taskType), at, taskType);
  });
});

/** Where an event of a task stands in the log. */
type Spans = ReadonlyMap<number, { readonly from: number; readonly to: number }>;

async function spansOf(run: string): Promise<Spans> {
  const starts = new Map<number, number>();
  const spans = new Map<number, { from: number; to: number }>();
  for await (const { type, seq, data } of api.events(run)) {
    if (type === "task-start" && !starts.has(data.task)) starts.set(data.task, seq);
    if (type === "task-end") spans.set(data.task, { from: starts.get(data.task) ?? Number.NaN, to: seq });
  }
  return spans;
}

describe("HuggingGPT's Figure 2", () => {
  const plan = (image: string) => [
    { task: "pose-detection", id: 1, dep: [-1], args: { image } },
    {
      task: "pose-text-to-image",
      id: 2,
      dep: [1],
      args: { text: "a girl is reading a book", image: "<resource>-1" },
    },
    { task: "image-cls", id: 3, dep: [2], args: { image: "<resource>-2" } },
    { task: "object-detection", id: 4, dep: [2], args: { image: "<resource>-2" } },
    { task: "image-to-text", id: 5, dep: [2], args: { image: "<resource>-2" } },
    { task: "text-to-speech", id: 6, dep: [5], args: { text: "<resource>-5" } },
  ];

  it("runs its six tasks as one graph, side by side where the paper has them so", { timeout: LIMIT_MS }, async () => {
    const { image } = files;
    const run = await api.wait((await api.start({ text: "", plan: plan(image), resources: [image] })).id);
    expect(run.tasks.map(({ error }) => error?.message ?? null)).toEqual(Array(6).fill(null));
    expect(run.status).toBe("succeeded");
    expect(run.tasks.map(({ task }) => task)).toEqual([
      "pose-detection",
      "openpose-text-to-image",
      "image-classification",
      "object-detection",
      "image-to-text",
      "text-to-speech",
    ]);
    const spans = await spansOf(run.id);
    const [pose, drawn, classes, objects, caption, speech] = run.tasks.map(({ id }) => spans.get(id));
    if (!pose || !drawn || !classes || !objects || !caption || !speech) throw new Error("A task has no end");
    expect(pose.to).toBeLessThan(drawn.from);
    expect(caption.to).toBeLessThan(speech.from);
    const together = [classes, objects, caption];
    expect(drawn.to).toBeLessThan(Math.min(...together.map(({ from }) => from)));
    expect(Math.max(...together.map(({ from }) => from))).toBeLessThan(Math.min(...together.map(({ to }) => to)));

    const spoken = run.tasks.at(-1)?.outputs.audio;
    expect(spoken && "resource" in spoken ? spoken.resource.kind : null).toBe("audio");
    expect(run.answer).toContain("[fake]");
  });

  // In words of ours: how the paper's own sentence is planned is measured by evaluation/requests/papers.jsonl.
  it("is planned from a sentence alone, and run", { timeout: LIMIT_MS }, async () => {
    const text =
      "Detect the pose of the boy in photo.jpg, generate an image where a girl is reading a book in that pose, then describe the new image with your voice.";
    const run = await api.wait((await api.start({ text, resources: [files.image] })).id);
    expect(run.tasks.map(({ task, status }) => [task, status])).toEqual([
      ["pose-detection", "succeeded"],
      ["openpose-text-to-image", "succeeded"],
      ["image-to-text", "succeeded"],
      ["text-to-speech", "succeeded"],
    ]);
  });
});
