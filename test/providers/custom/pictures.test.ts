import { describe, expect, it } from "vitest";
import type { OutputDraft } from "../../../src/providers/provider.ts";
import { look, mask, plain } from "../overlays/pictures.ts";
import { callEndpoint, endpointAt, inputOf } from "./call-endpoint.ts";

const SIZE = { width: 60, height: 40 };
const image = async () => [inputOf("image", await plain(SIZE, [90, 90, 90]), "image/png")];
const bytesOf = (draft: OutputDraft | undefined): Uint8Array => {
  if (draft?.as !== "bytes") throw new Error("There are no bytes");
  return draft.bytes;
};

/** What an endpoint's answer becomes. */
const outputsOf = async (format: string, taskType: string, answer: unknown) => {
  const endpoint = endpointAt("/", { format }, taskType);
  return callEndpoint(endpoint, { image: await image() }, { fetch: async () => Response.json(answer) });
};

const cat = { label: "cat", score: 0.98, box: { xmin: 10, ymin: 15, xmax: 50, ymax: 35 } };
const dog = { label: "dog", score: 0.99, box: { xmin: 1, ymin: 1, xmax: 5, ymax: 5 } };

describe("object detection", () => {
  it.each([
    ["hf-inference", [cat, dog], [dog, cat]],
    ["json", { outputs: { objects: [cat, dog] } }, [cat, dog]],
  ])("in %s comes with the drawn image and words", async (format, answer, objects) => {
    const { outputs } = await outputsOf(format, "object-detection", answer);
    expect(outputs.objects).toMatchObject({ as: "data", data: expect.arrayContaining(objects) });
    expect(outputs.text).toEqual({ as: "text", text: "1 dog (99%), 1 cat (98%)" });
    expect(await look(bytesOf(outputs.image))).toMatchObject(SIZE);
  });

  it("keeps the words and the image that an endpoint gives itself", async () => {
    const own = { objects: [cat], text: "mine", image: { mediaType: "image/png", base64: "UE5H" } };
    const { outputs } = await outputsOf("json", "object-detection", { outputs: own });
    expect(outputs.text).toEqual({ as: "text", text: "mine" });
    expect(bytesOf(outputs.image)).toEqual(new TextEncoder().encode("PNG"));
  });

  it("says so when nothing was found", async () => {
    const { outputs } = await outputsOf("hf-inference", "object-detection", []);
    expect(outputs.text).toEqual({ as: "text", text: "Nothing was found in the image." });
  });

  it("passes on what has another shape as it is", async () => {
    const { outputs } = await outputsOf("json", "object-detection", { outputs: { objects: [{ name: "cat" }] } });
    expect(outputs).toEqual({ objects: { as: "data", data: [{ name: "cat" }] } });
  });
});

describe("image segmentation in hf-inference", () => {
  it("comes as map, segments, words and overlay", async () => {
    const encoded = (await mask(SIZE, (x) => x < 30)).toBase64();
    const answer = [{ label: "sky", score: null, mask: encoded }];
    const { outputs } = await outputsOf("hf-inference", "image-segmentation", answer);
    expect(outputs.segments).toEqual({ as: "data", data: [{ label: "sky", score: null, colour: "#06e6e6" }] });
    const { at } = await look(bytesOf(outputs.image));
    expect([at(10, 10), at(50, 10)]).toEqual([
      [6, 230, 230],
      [0, 0, 0],
    ]);
    expect((await look(bytesOf(outputs.overlay))).height).toBeGreaterThan(SIZE.height);
  });

  it.each([
    ["a mask that is no base64", [{ label: "sky", score: 1, mask: "%" }]],
    ["another shape", [{ label: "sky" }]],
  ])("is refused with %s", async (_, answer) => {
    await expect(outputsOf("hf-inference", "image-segmentation", answer)).rejects.toMatchObject({
      code: "provider-rejected",
    });
  });
});

describe("depth estimation in hf-inference", () => {
  it("is the image in the answer", async () => {
    const depth = (await plain(SIZE, [7, 7, 7])).toBase64();
    const { outputs } = await outputsOf("hf-inference", "depth-estimation", {
      depth: `data:image/png;base64,${depth}`,
      predicted_depth: [[1]],
    });
    expect((await look(bytesOf(outputs.image))).at(0, 0)).toEqual([7, 7, 7]);
  });

  it.each([
    [
      "a table",
      [
        [0, 1],
        [2, 4],
      ],
    ],
    [
      "a table in a batch",
      [
        [
          [0, 1],
          [2, 4],
        ],
      ],
    ],
    [
      "a table in a batch and a channel",
      [
        [
          [
            [0, 1],
            [2, 4],
          ],
        ],
      ],
    ],
  ])("is drawn from %s, the lowest black, the highest white", async (_, tensor) => {
    const { outputs } = await outputsOf("hf-inference", "depth-estimation", { predicted_depth: tensor });
    const { at } = await look(bytesOf(outputs.image));
    expect([at(0, 0), at(1, 0), at(0, 1), at(1, 1)].map(([grey]) => grey)).toEqual([0, 64, 128, 255]);
  });

  it.each([[[]], [[[1], [2, 3]]], [[["a"]]], ["x"], [{ a: 1 }]])("is refused with %j", async (tensor) => {
    const failed = outputsOf("hf-inference", "depth-estimation", { predicted_depth: tensor });
    await expect(failed).rejects.toMatchObject({ code: "provider-rejected" });
  });

  it("may be flat", async () => {
    const { outputs } = await outputsOf("hf-inference", "depth-estimation", { predicted_depth: [[3, 3]] });
    expect((await look(bytesOf(outputs.image))).at(1, 0)).toEqual([0, 0, 0]);
  });
});
