import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogueBucket } from "../../src/catalogue/snapshot/bucket.ts";
import { QUIET, ROOT } from "../server.ts";

/** The bucket as wrangler gives it to Node. */
type Proxied = Omit<CatalogueBucket, "get"> & {
  get(
    ...args: Parameters<CatalogueBucket["get"]>
  ): Promise<{ readonly etag: string; readonly body?: ReadableStream<Uint8Array> } | null>;
};

/** Its objects cannot be read any more once somebody asked `"body" in object`: what it gives is taken out of them. */
const readable = (bucket: Proxied): CatalogueBucket => ({
  get: async (key, options) => {
    const object = await bucket.get(key, options);
    if (object === null) return null;
    const { etag, body } = object;
    return body === undefined ? { etag } : { etag, body, text: () => new Response(body).text() };
  },
  put: (key, value, options) => bucket.put(key, value, options),
  list: (options) => bucket.list(options),
  delete: (keys) => bucket.delete(keys),
});

/**
 * Opens the bucket of the local state, as `wrangler dev` has it, and closes it after the work. It is opened alone:
 * with the whole configuration, wrangler warns of Durable Objects that nobody asked for.
 * @param persistTo as for `startServer`: null for wrangler's own folder
 */
export async function withLocalBucket<T>(
  persistTo: string | null,
  work: (bucket: CatalogueBucket) => Promise<T>,
): Promise<T> {
  Object.assign(process.env, QUIET);
  const { getPlatformProxy, unstable_readConfig: readConfig } = await import("wrangler");
  const { r2_buckets, compatibility_date } = readConfig({ config: join(ROOT, "wrangler.toml") });
  const folder = await mkdtemp(join(tmpdir(), "impresario-crawl-"));
  try {
    const configPath = join(folder, "wrangler.json");
    await writeFile(configPath, JSON.stringify({ name: "crawl", compatibility_date, r2_buckets }));
    // Inside the folder that `wrangler dev` is given, its state lies in one of this name.
    const path = join(persistTo ?? join(ROOT, ".wrangler", "state"), "v3");
    const { env, dispose } = await getPlatformProxy<{ RESOURCES: Proxied }>({
      configPath,
      persist: { path },
      remoteBindings: false,
    });
    try {
      return await work(readable(env.RESOURCES));
    } finally {
      await dispose();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
