import { describe, expect, it } from "vitest";
import { MAX_STREAMED_INPUT_BYTES } from "../../../src/providers/custom/hf-inference-format.ts";
import type { OutputDraft } from "../../../src/providers/provider.ts";
import { callEndpoint, endpointAt, inputOf } from "./call-endpoint.ts";

const PIXELS = Uint8Array.of(0x89, 0x50, 0, 13, 10, 255);
const inputs = { image: [inputOf("image", PIXELS, "image/png")], question: [inputOf("text", "What is it?")] };
const detection = (answer: string) =>
  endpointAt(`/forms?answer=${answer}`, { format: "multipart" }, "object-detection");

const bytesOf = async (draft: OutputDraft | undefined): Promise<Uint8Array> => {
  if (draft?.as === "bytes") return draft.bytes;
  if (draft?.as === "stream") return new Uint8Array(await new Response(draft.stream).arrayBuffer());
  throw new Error("There are no bytes");
};

describe("an endpoint in the multipart format", () => {
  it("gets files as they are and everything else as JSON", async () => {
    const endpoint = endpointAt("/forms", { format: "multipart" }, "visual-question-answering");
    const { answer } = (await callEndpoint(endpoint, inputs)).outputs;
    const asked = { task: "visual-question-answering", model: "our/model", inputs: { question: "What is it?" } };
    expect(answer).toEqual({ as: "text", text: JSON.stringify(asked) });
    const { outputs } = await callEndpoint(detection("json"), { image: inputs.image ?? [] });
    expect(outputs.objects).toEqual({
      as: "data",
      data: [
        { task: "object-detection", model: "our/model", inputs: {} },
        [{ name: "image", file: 'the "input".png', type: "image/png", size: PIXELS.byteLength }],
      ],
    });
  });

  it("answers with a form of files, texts and JSON", async () => {
    const { outputs } = await callEndpoint(detection("form"), { image: inputs.image ?? [] });
    expect(outputs).toMatchObject({
      objects: { as: "data" },
      image: { as: "bytes", mediaType: "image/png" },
      text: { as: "text", text: "as a part" },
    });
    expect(await bytesOf(outputs.image)).toEqual(PIXELS);
  });

  it.each([
    ["file", "image-to-image", "image", PIXELS],
    ["text", "image-to-text", "text", null],
  ])("answers with a %s alone, for the first port of its kind", async (answer, taskType, port, expected) => {
    const endpoint = endpointAt(`/forms?answer=${answer}`, { format: "multipart" }, taskType);
    const { outputs } = await callEndpoint(endpoint, { image: inputs.image ?? [] });
    expect(Object.keys(outputs)).toEqual([port]);
    if (expected) expect(await bytesOf(outputs[port])).toEqual(expected);
    else expect(outputs[port]).toEqual({ as: "text", text: "as it is" });
  });

  it.each([
    ["a form that cannot be read", "broken", /no readable form/],
    ["a form without any output", "empty", /none of the outputs/],
    ["text where a file is wanted", "no-file", /filename/],
    ["a file of no known kind", "unknown", /octet-stream/],
  ])("is refused when it answers with %s", async (_, answer, message) => {
    const failed = callEndpoint(detection(answer), { image: inputs.image ?? [] });
    await expect(failed).rejects.toMatchObject({ code: "provider-rejected", message: expect.stringMatching(message) });
  });

  it.each([
    ["one file that is too large", [MAX_STREAMED_INPUT_BYTES + 1]],
    ["files that are together", [MAX_STREAMED_INPUT_BYTES, MAX_STREAMED_INPUT_BYTES, 1]],
  ])("is not sent %s", async (_, sizes) => {
    const image = sizes.map((size) => ({ ...inputOf("image", PIXELS, "image/png"), size }));
    await expect(callEndpoint(detection("json"), { image })).rejects.toMatchObject({ code: "resource-too-large" });
  });

  it("is sent a file larger than any JSON", async () => {
    const large = new Uint8Array(9 * 1024 * 1024).fill(7);
    const { outputs } = await callEndpoint(detection("json"), { image: [inputOf("image", large, "image/png")] });
    expect(JSON.stringify(outputs.objects)).toContain(`"size":${large.byteLength}`);
  });
});
