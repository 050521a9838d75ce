import { expect, it } from "vitest";
import { modelNamed } from "../../src/selection/named-models.ts";

it.each<[string, readonly string[]]>([
  ["whisper", ["openai/whisper-large-v2", "@cf/openai/whisper"]],
  ["openai/whisper-large-v2", ["openai/whisper-large-v2"]],
  ["WHISPER-LARGE-V2", ["openai/whisper-large-v2"]],
  ["our/odd_", ["our/odd_"]],
  ["odd_", ["our/odd_"]],
  ["c++", ["a/c++"]],
  ["llama", ["a/llama-3-8b", "a/llama2-7b", "meta-llama/llama-3.1-8b"]],
  ["llama 3", ["a/llama-3-8b", "a/llama3"]],
  ["llama-3.1", ["meta-llama/llama-3.1-8b"]],
  ["YOLO", ["ultralytics/yolov8n", "hustvl/yolos-tiny", "x/yolo11x", "x/yolo"]],
  ["YOLOv8", ["ultralytics/yolov8n", "x/yolov8"]],
  ["SDXL", ["stabilityai/stable-diffusion-xl-base-1.0", "stabilityai/sdxl-turbo"]],
  ["stable diffusion xl", ["stabilityai/stable-diffusion-xl-base-1.0", "stabilityai/sdxl-turbo"]],
  ["SD 1.5", ["a/stable-diffusion-v1-5"]],
  ["wav2vec", ["facebook/wav2vec2-base", "facebook/wav2vec-large"]],
  ["m2m-100", ["facebook/m2m100_418M"]],
  ["m2m100", ["facebook/m2m-100"]],
  ["bert", ["google-bert/bert-base", "x/bert"]],
])("%s means %j", (name, ids) => {
  expect(ids.filter(modelNamed(name))).toEqual(ids);
});

it.each<[string, readonly string[]]>([
  ["whisper", ["x/whisperer", "whisper/other"]],
  ["llama-3", ["meta-llama/llama-3.1-8b", "a/llama-30b", "a/llama3.2"]],
  ["gpt-3", ["a/gpt-35", "a/gpt-3.5"]],
  ["yolov1", ["x/yolov11n"]],
  ["bert", ["x/bert4rec", "x/distilbert"]],
  ["openai", ["openai/whisper"]],
  ["our/odd_", ["our/oddity"]],
  ["", ["", "a/b"]],
  ["_", ["a_b"]],
  [".*", ["a/b"]],
])("%s means none of %j", (name, ids) => {
  expect(ids.filter(modelNamed(name))).toEqual([]);
});

it("any of several names means a model", () => {
  expect(["a/one", "a/two_", "a/three"].filter(modelNamed("one", "two_", ""))).toEqual(["a/one", "a/two_"]);
});
