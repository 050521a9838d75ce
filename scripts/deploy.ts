/** `npm run deploy`: says what is missing, then uploads the Worker. */
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { adviceOn } from "./deploy/check.ts";
import { prepare } from "./deploy/prepare.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { buildAssets, ROOT } from "./server.ts";
import { wranglerOf } from "./wrangler.ts";

const SECRET_BYTES = 32;
/** Workers Builds says so of itself. What the Deploy to Cloudflare button asked for may come only with the upload. */
const IS_WORKERS_BUILDS = process.env.WORKERS_CI === "1";

const HELP = `Deploys to Cloudflare.

  npm run deploy                  checks the login, the bucket and the secret, then uploads
  npm run deploy -- --set-up      makes the bucket and the secret first, where they are missing
  npm run deploy -- --check       checks, and uploads nothing
  npm run deploy -- --dry-run     builds what would be uploaded; needs no account

docs/deploying.md says the rest.`;

async function bucketName(): Promise<string> {
  const config = await readFile(join(ROOT, "wrangler.toml"), "utf8");
  const [, name] = /^bucket_name = "([^"]+)"$/m.exec(config) ?? [];
  if (name === undefined) throw new ScriptError("wrangler.toml names no bucket (bucket_name)");
  return name;
}

async function dryRun(signal: AbortSignal): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "impresario-deploy-"));
  try {
    const { isOk } = await wranglerOf(signal, true)(["deploy", "--dry-run", "--outdir", folder]);
    if (isOk) console.log("\nIt builds. Not looked at, as that takes an account: login, bucket, secret, plan.");
    return isOk ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readOptions() {
  const flag = { type: "boolean", default: false } as const;
  const options = { "dry-run": flag, check: flag, "set-up": flag, help: { ...flag, short: "h" } } as const;
  try {
    return parseArgs({ options });
  } catch (cause) {
    throw new ScriptError(`${cause instanceof Error ? cause.message : cause}\n\n${HELP}`, { cause });
  }
}

async function main(signal: AbortSignal): Promise<number> {
  const { values } = readOptions();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  await buildAssets();
  if (values["dry-run"]) return dryRun(signal);
  const isReady = await prepare({
    look: wranglerOf(signal),
    change: wranglerOf(signal, true),
    bucket: await bucketName(),
    makeSecret: () => randomBytes(SECRET_BYTES).toString("hex"),
    setsUp: values["set-up"],
    isRead: process.stdout.isTTY === true,
    say: console.log,
  });
  if (!isReady && !IS_WORKERS_BUILDS) {
    console.error("\nNothing was uploaded.");
    return 1;
  }
  if (values.check) return isReady ? 0 : 1;
  const { isOk, out, err } = await wranglerOf(signal, true)(["deploy"]);
  if (isOk) {
    console.log("\nMake a key: IMPRESARIO_SECRET=… npm run keys -- add NAME");
    return 0;
  }
  const advice = adviceOn(err + out);
  if (advice) console.error(`\n${advice}`);
  return 1;
}

await runScript(main);
