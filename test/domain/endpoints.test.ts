import { expect, it } from "vitest";
import { hostedAt } from "../../src/domain/endpoints.ts";

it.each([
  "http://localhost:8000/v1",
  "http://LOCALHOST./",
  "http://models.localhost",
  "http://127.0.0.1:11434",
  "http://0x7f000001/",
  "http://10.1.2.3/summarize",
  "https://192.168.0.7",
  "http://172.31.255.1",
  "http://[::1]:8080",
  "http://[fd12:3456::1]/",
  "http://gpu.internal/predict",
  "http://nas.local",
  "http://models:9000",
])("what is at %s runs here", (url) => {
  expect(hostedAt(url)).toEqual({ hosted: "here" });
});

it.each([
  "https://models.example.com/summarize",
  "https://localhost.example.com",
  "https://127.0.0.1.example.com",
  "https://172.32.0.1",
  "https://11.0.0.1",
  "https://169.254.169.254",
  "https://[2606:4700::1111]/",
  "https://[fe80::1]/",
  "https://abc.endpoints.huggingface.cloud",
  "https://internal.example.com/local",
  "no address",
])("where what is at %s runs nobody knows", (url) => {
  expect(hostedAt(url)).toEqual({});
});
