/** `npm run catalogue:crawl`: brings the catalogue up to date with the Hugging Face Hub, on this machine. */
import { resolve } from "node:path";
import type { SnapshotManifest } from "../r2-schemas/catalogue.ts";
import { crawl, crawlIntoR2, REAL_WORLD, tokenFor } from "../src/catalogue/crawl/index.ts";
import type { CatalogueBucket } from "../src/catalogue/snapshot/bucket.ts";
import { readPointer, rollback } from "../src/catalogue/snapshot/pointer.ts";
import { readManifest } from "../src/catalogue/snapshot/publish.ts";
import { loadStarter } from "../src/catalogue/starter/index.ts";
import { AppError } from "../src/domain/errors.ts";
import { HELP, readArguments, UsageError, type Work } from "./crawl-catalogue/arguments.ts";
import { withLocalBucket } from "./crawl-catalogue/bucket.ts";
import { droppedLines, listLines, progressLine, publishedLines } from "./crawl-catalogue/report.ts";
import { runScript, ScriptError } from "./run-script.ts";

/** At a thousand models a page and the Hub's limits the whole takes minutes; what takes longer than this hangs. */
const TIME_LIMIT_MS = 6 * 60 * 60_000;
const MAX_STEPS = 1_000;

const print = (lines: readonly string[]): void => {
  for (const line of lines) console.log(line);
};

async function crawlInto(
  bucket: CatalogueBucket,
  { plan, force }: Extract<Work, { what: "crawl" }>,
  signal: AbortSignal,
): Promise<void> {
  const token = tokenFor(plan.hub, process.env.HF_TOKEN || null);
  const outcome = await crawl(
    {
      ...crawlIntoR2(
        bucket,
        { ...REAL_WORLD, sleep: sleepAloud },
        { hub: plan.hub, token, curated: loadStarter, force },
      ),
      onProgress: (progress) => console.log(progressLine(progress)),
    },
    plan,
    { ms: TIME_LIMIT_MS, steps: MAX_STEPS, signal },
  );
  print(droppedLines(outcome.progress));
  if (outcome.status === "published") print(publishedLines(outcome.published));
  else if (outcome.status === "failed") {
    throw new ScriptError(`Nothing of ${plan.hub} was published: ${outcome.why}
What was read is kept: call it again with the same options to go on${outcome.progress.phase === "publish" ? ", with --force to insist" : ""}.`);
  } else {
    const when =
      outcome.resumeAt === null ? "" : ` The Hub may be asked again at ${new Date(outcome.resumeAt).toISOString()}.`;
    throw new ScriptError(`Not done yet.${when} Call it again with the same options to go on.`);
  }
}

/** Says so where a wait is long enough to look like a standstill. */
async function sleepAloud(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 5_000) console.log(`Waiting ${Math.ceil(ms / 1000)} s before the Hub is asked again …`);
  await REAL_WORLD.sleep(ms, signal);
}

async function listVersions(bucket: CatalogueBucket): Promise<readonly string[]> {
  const { pointer } = await readPointer(bucket);
  const manifests = new Map<string, SnapshotManifest>();
  for (const { id } of pointer?.kept ?? []) {
    // One that cannot be read is listed without what is in it.
    const manifest = await readManifest(bucket, id).catch(() => null);
    if (manifest) manifests.set(id, manifest);
  }
  return listLines(pointer, manifests);
}

async function work(bucket: CatalogueBucket, command: Work, signal: AbortSignal): Promise<void> {
  if (command.what === "crawl") await crawlInto(bucket, command, signal);
  else if (command.what === "list") print(await listVersions(bucket));
  else {
    const id = await rollback(bucket, { now: Date.now, ...(command.to === null ? {} : { to: command.to }) });
    print([`Version ${id} is served.`]);
  }
}

async function main(signal: AbortSignal): Promise<number> {
  const command = readArguments(process.argv.slice(2));
  if (command.do === "help") {
    print([HELP]);
    return 0;
  }
  // npm runs scripts in the package's folder, and says here where it was called.
  const folder = command.state === null ? null : resolve(process.env.INIT_CWD ?? process.cwd(), command.state);
  await withLocalBucket(folder, (bucket) => work(bucket, command, signal));
  return 0;
}

await runScript((signal) =>
  main(signal).catch((error: unknown) => {
    if (error instanceof UsageError)
      throw new ScriptError(`${error.message}\n\nMore: npm run catalogue:crawl -- --help`);
    throw error instanceof AppError ? new ScriptError(error.message) : error;
  }),
);
