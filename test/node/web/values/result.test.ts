import { describe, expect, it } from "vitest";
import type { ResourceView, TaskView, ValueView } from "../../../../src/client/client.ts";
import type { Kind } from "../../../../src/domain/kinds.ts";
import { arrangeResult } from "../../../../web/values/arrange-result.ts";
import { sourceOf } from "../../../../web/values/task-sources.ts";

const file = (id: string, kind: Kind, mediaType: string): ResourceView => ({
  ...{ id, kind, mediaType, name: id, bytes: 1, sha256: "", createdAt: "", url: "", urlExpiresAt: "" },
});
const photo = file("res_1", "image", "image/jpeg");
const voice = file("res_2", "audio", "audio/wav");
const map = file("res_3", "image/seg", "image/png");
const edges = file("res_4", "image/canny", "image/png");
const made = (resource: ResourceView): ValueView => ({ kind: resource.kind, resource });

const files = [photo, voice];
const tasks: readonly Pick<TaskView, "id" | "outputs">[] = [
  { id: 0, outputs: { text: { kind: "text", text: "a" }, image: made(map), overlay: made(edges) } },
];

describe("the source of a task", () => {
  it.each<readonly [string, TaskView["args"], ResourceView | null]>([
    ["the file it was given", { image: "res_1", text: "blur" }, photo],
    ["a file in a list of one", { image: ["res_1"] }, photo],
    ["what another task made first", { image: "<resource>-0" }, map],
    ["a certain thing that another task made", { image: "<resource>-0.overlay" }, edges],
    ["one file given twice", { image: "res_1", mask: "res_1" }, photo],
    ["none of several", { image: "res_1", other: "<resource>-0" }, null],
    ["no file of another kind", { audio: "res_2" }, null],
    ["no file that nobody knows", { image: "res_9" }, null],
    ["no task that there is not", { image: "<resource>-7" }, null],
    ["no word that is written like one", { text: { literal: "res_1" } }, null],
  ])("is %s", (_, args, source) => expect(sourceOf({ args }, "image", { files, tasks })).toBe(source));
});

const sources = { image: photo, audio: null };
const ways = (outputs: TaskView["outputs"], from: Parameters<typeof arrangeResult>[1]): readonly string[] =>
  arrangeResult(outputs, from).map(({ as }) => as);

describe("the result of a task", () => {
  const objects: ValueView = {
    kind: "data",
    data: [{ label: "dog", score: 1, box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 } }],
  };
  const segments: ValueView = { kind: "data", data: [{ label: "sky", score: 1, colour: "#0000ff" }] };
  const text: ValueView = { kind: "text", text: "1 dog" };

  it.each<readonly [string, TaskView["outputs"], readonly string[]]>([
    ["objects on their picture", { objects, image: made(photo), text }, ["boxes", "file", "value"]],
    ["regions on theirs", { image: made(map), segments, text }, ["regions", "file", "value"]],
    ["edges beside their source", { image: made(edges) }, ["compare"]],
    ["segments without a map as data", { segments }, ["value"]],
    ["nothing", {}, []],
  ])("shows %s", (_, outputs, shown) => expect(ways(outputs, sources)).toEqual(shown));

  it("shows what has no source by itself", () => {
    expect(ways({ objects, image: made(photo), text }, { image: null, audio: null })).toEqual([
      "value",
      "value",
      "value",
    ]);
  });

  it("lets a recording be heard beside its source", () => {
    expect(ways({ audio: made(voice) }, { image: null, audio: voice })).toEqual(["heard"]);
    expect(ways({ audio: made(voice) }, { image: null, audio: null })).toEqual(["value"]);
  });

  it("lays nothing over a document", () => {
    const scan = file("res_5", "document", "application/pdf");
    expect(ways({ lines: objects, text }, { image: scan, audio: null })).toEqual(["value", "value"]);
  });
});
