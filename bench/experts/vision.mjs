// Prints how well, how fast and in how much memory the vision experts work inside workerd.
// python3 test/fixtures/vision/make_pages.py PAGES && npx node bench/experts/vision.mjs PAGES
// Memory is the growth of workerd's resident set in a fresh process, after a first small call: an upper
// bound, as nothing forces it to collect garbage. Linux only (/proc).
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

const pages = process.argv[2];
if (pages === undefined) throw new Error("Name the folder that make_pages.py filled.");
const { texts, warmUp, memory, accuracy } = JSON.parse(readFileSync(`${pages}/pages.json`, "utf8"));
const config = fileURLToPath(new URL("vision.toml", import.meta.url));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

function processesBelow(parent) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = new Map();
  for (const pid of all) {
    try {
      const ppid = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")[1];
      children.set(ppid, [...(children.get(ppid) ?? []), pid]);
    } catch {}
  }
  const below = (pid) => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(String(parent));
}

async function withWorker(use) {
  const port = await freePort();
  const child = spawn(
    "npx",
    ["wrangler", "dev", "--config", config, "--port", String(port), "--local", "--show-interactive-dev-session=false"],
    {
      stdio: "ignore",
      detached: true,
      env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false", CI: "true" },
    },
  );
  try {
    const url = `http://127.0.0.1:${port}`;
    for (let tries = 0; ; tries++) {
      const alive = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
        (answer) => answer.status === 404,
        () => false,
      );
      if (alive) break;
      if (tries > 60) throw new Error("The Worker did not start.");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const workerd = processesBelow(child.pid).filter(
      (pid) => readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd",
    );
    const resident = (key) =>
      Math.max(
        ...workerd.map((pid) =>
          Number(new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0),
        ),
      ) / 1024;
    const call = async ({ task, file, query }) =>
      (
        await fetch(`${url}/${task}?${new URLSearchParams(query)}`, {
          method: "POST",
          body: readFileSync(`${pages}/${file}`),
        })
      ).json();
    await use({
      call,
      resident,
      forget: () => {
        for (const pid of workerd) writeFileSync(`/proc/${pid}/clear_refs`, "5");
      },
    });
  } finally {
    process.kill(-child.pid, "SIGTERM");
  }
}

function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}
const plain = (text) =>
  text.replace(/[’‘]/g, "'").replace(/[“”]/g, '"').replace(/[—–]/g, "-").replace(/\s+/g, " ").trim();

console.log("| page | characters right | ms |\n|---|---|---|");
await withWorker(async ({ call }) => {
  await call(warmUp);
  for (const name of accuracy) {
    const { runMs, outputs, message } = await call({
      task: "optical-character-recognition",
      file: name,
      query: { image: "" },
    });
    const want = plain(texts[name]);
    const got = plain(outputs?.text ?? "");
    console.log(
      `| ${name} | ${message ?? `${(100 * Math.max(0, 1 - distance(got, want) / want.length)).toFixed(1)}%`} | ${Math.round(runMs)} |`,
    );
  }
});

console.log("\n| call | ms, first and again | MB more than before, peak |\n|---|---|---|");
async function weigh(measured) {
  await withWorker(async ({ call, resident, forget }) => {
    await call({ ...measured, file: warmUp.file });
    const before = resident("VmRSS");
    forget();
    const first = await call(measured);
    const peak = resident("VmHWM");
    const again = await call(measured);
    const what = `${measured.task}, ${measured.file}${measured.query.text ? `, "${measured.query.text}"` : ""}`;
    console.log(
      `| ${what} | ${first.error ?? `${Math.round(first.runMs)}, ${Math.round(again.runMs)}`} | ${Math.round(peak - before)} |`,
    );
  });
}

for (const measured of memory) {
  // wrangler restarts the Worker, and the call with it, when a source file is saved meanwhile.
  for (let tries = 0; tries < 3; tries++) {
    if (
      await weigh(measured).then(
        () => true,
        () => false,
      )
    )
      break;
  }
}
