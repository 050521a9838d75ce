/**
 * Measures the embedded audio experts in local workerd: how much noise goes, how long it takes, how much
 * memory. Prints the tables of docs/experts/audio.md. Run: npm run build:assets && npx node bench/experts/audio.ts
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { unstable_startWorker } from "wrangler";
import { Resampler } from "../../src/providers/embedded/audio/resample.ts";
import { humNoise, mixed, pinkNoise, power, signalToNoise, whiteNoise } from "../../test/fixtures/audio/noise.ts";
import { decodeWav, encodeWav } from "../../test/fixtures/audio/wav.ts";

Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
});

const SENTENCE =
  "The parcel that you ordered on Monday will be brought to your door between nine and eleven in the morning.";
const SPOKEN = [
  SENTENCE,
  "Please keep the receipt, since nobody at the desk can find an order by its name alone.",
  "If it rains, the market moves into the old station hall, where the trains used to leave for the coast.",
];

type Worker = Awaited<ReturnType<typeof unstable_startWorker>>;

async function start(): Promise<Worker> {
  const worker = await unstable_startWorker({
    config: fileURLToPath(new URL("audio.toml", import.meta.url)),
    dev: { remote: false, watch: false, inspector: false, server: { port: 0 }, logLevel: "error" },
  });
  await worker.ready;
  return worker;
}

async function call(
  worker: Worker,
  taskType: string,
  body: string | Uint8Array,
): Promise<{ bytes: Uint8Array; milliseconds: number }> {
  const started = performance.now();
  const response = await worker.fetch(`http://bench/${taskType}`, { method: "POST", body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${taskType}: ${new TextDecoder().decode(bytes)}`);
  return { bytes, milliseconds: performance.now() - started };
}

/** Resident memory of the workerd processes below this one, now and at its peak, in MB. */
function memory(): string {
  const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid=,comm="], { encoding: "utf8" }).trim().split("\n");
  const processes = rows
    .map((row) => row.trim().split(/\s+/))
    .map(([pid = "", parent = "", name = ""]) => ({ pid, parent, name }));
  const mine = new Set([String(process.pid)]);
  for (const { pid, parent } of processes) if (mine.has(parent)) mine.add(pid);
  const megabytes = (field: string, pid: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  const workers = processes.filter(({ pid, name }) => mine.has(pid) && name.startsWith("workerd"));
  const sum = (field: string) => workers.reduce((total, { pid }) => total + megabytes(field, pid), 0).toFixed(0);
  return `${sum("VmRSS")} MB, at most ${sum("VmHWM")} MB`;
}

const mono = (wav: Uint8Array): Float32Array => decodeWav(wav).channels[0] ?? new Float32Array();
const secondsOf = (wav: Uint8Array): number => mono(wav).length / decodeWav(wav).sampleRate;

async function resampled(samples: Float32Array, from: number, to: number): Promise<Float32Array> {
  const resampler = new Resampler(from, to);
  const parts = [resampler.push(samples), resampler.end()];
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** How much quieter the pauses of `clean` are in `after` than in `before`, in dB. */
function quieterPauses(clean: Float32Array, before: Float32Array, after: Float32Array, rate: number): number {
  const frame = rate / 50;
  const silent = power(clean) / 1e4;
  let [noise, rest] = [0, 0];
  for (let at = 0; at + frame <= clean.length; at += frame) {
    if (power(clean.subarray(at, at + frame)) > silent) continue;
    noise += power(before.subarray(at, at + frame));
    rest += power(after.subarray(at, at + frame));
  }
  return 10 * Math.log10(noise / rest);
}

async function measureSpeech(worker: Worker): Promise<void> {
  console.log(`\n## Speech\nworkerd before: ${memory()}`);
  console.log("| text | characters | speech | time | times real time |\n|---|---|---|---|---|");
  const texts = [
    ["one sentence, first call", SENTENCE],
    ["again", SENTENCE],
    ["again", SENTENCE],
    ["3 sentences", SPOKEN.join(" ")],
    ["5,000 characters", SPOKEN.join(" ").repeat(20).slice(0, 5_000)],
    ["500 digits", "7".repeat(500)],
  ] as const;
  for (const [name, text] of texts) {
    const { bytes, milliseconds } = await call(worker, "text-to-speech", text);
    const seconds = secondsOf(bytes);
    console.log(
      `| ${name} | ${text.length} | ${seconds.toFixed(1)} s | ${milliseconds.toFixed(0)} ms | ${((seconds * 1000) / milliseconds).toFixed(0)} |`,
    );
  }
  console.log(`workerd after: ${memory()}`);
}

async function measureDenoising(worker: Worker): Promise<void> {
  const spoken = await call(worker, "text-to-speech", SPOKEN.join(" "));
  const clean16 = mono(spoken.bytes);
  const other = mono((await call(worker, "text-to-speech", SPOKEN.toReversed().join(" Then again, ").repeat(2))).bytes);
  console.log("\n## Noise: SNR before → after, dB");
  for (const rate of [8_000, 16_000, 48_000]) {
    const clean = rate === 16_000 ? clean16 : await resampled(clean16, 16_000, rate);
    const voice = rate === 16_000 ? other : await resampled(other, 16_000, rate);
    const hiss = whiteNoise(clean.length, 1);
    const hum = humNoise(clean.length, rate);
    const noises = {
      white: hiss,
      pink: pinkNoise(clean.length, 2),
      hum,
      "white + hum": hiss.map((sample, i) => sample + (hum[i] ?? 0)),
      "another voice": voice,
    };
    console.log(`\n${rate / 1000} kHz\n| noise | 0 | 5 | 10 | 20 | pauses at 10 |\n|---|---|---|---|---|---|`);
    for (const [name, noise] of Object.entries(noises)) {
      const cells: string[] = [];
      let pauses = 0;
      const half = clean.map((sample) => sample / 2);
      for (const ratio of [0, 5, 10, 20]) {
        const noisy = mixed(half, noise, ratio);
        const cleaned = mono(
          (await call(worker, "audio-to-audio", encodeWav({ sampleRate: rate, channels: [noisy] }))).bytes,
        );
        cells.push(signalToNoise(half, cleaned).toFixed(1));
        if (ratio === 10) pauses = quieterPauses(half, noisy, cleaned, rate);
      }
      cells.push(`${pauses.toFixed(0)} dB quieter`);
      console.log(`| ${name} | ${cells.join(" | ")} |`);
    }
    const { bytes } = await call(worker, "audio-to-audio", encodeWav({ sampleRate: rate, channels: [clean] }));
    console.log(
      `| none (how much of clean speech is left as it was) | ${signalToNoise(clean, mono(bytes)).toFixed(1)} |`,
    );
  }
  console.log("\n## Time to clean\n| recording | time | times real time |\n|---|---|---|");
  for (const [seconds, rate, channels] of [
    [10, 16_000, 1],
    [10, 48_000, 1],
    [10, 44_100, 2],
    [60, 48_000, 1],
    [600, 16_000, 1],
    [600, 48_000, 1],
  ] as const) {
    const one = pinkNoise(seconds * rate, 3).map((sample) => sample / 20);
    const wav = encodeWav({ sampleRate: rate, channels: channels === 1 ? [one] : [one, one] });
    const { milliseconds } = await call(worker, "audio-to-audio", wav);
    console.log(
      `| ${seconds} s, ${rate / 1000} kHz, ${channels === 1 ? "mono" : "stereo"}, ${(wav.length / 1e6).toFixed(1)} MB | ${milliseconds.toFixed(0)} ms | ${((seconds * 1000) / milliseconds).toFixed(0)} |`,
    );
  }
  console.log(`workerd after: ${memory()}`);
}

const worker = await start();
try {
  await call(worker, "", "");
  await measureSpeech(worker);
  await measureDenoising(worker);
} finally {
  await worker.dispose();
}
