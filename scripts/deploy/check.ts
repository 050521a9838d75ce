import * as z from "zod";
import type { Said, Wrangler } from "../wrangler.ts";

/** Something that a deployment needs, and what to do where it is not there. */
export interface Finding {
  readonly what: "login" | "bucket" | "secret";
  /** `unknown` where it could not be found out, which stops nothing. */
  readonly state: "there" | "missing" | "unknown";
  readonly message: string;
  /** The command that brings it about; wrangler's, or null where none does. */
  readonly fix: { readonly args: readonly string[]; readonly input?: () => string } | null;
}

export const SECRET = "IMPRESARIO_SECRET";

const login = z.object({ loggedIn: z.boolean() });
const secrets = z.array(z.object({ name: z.string() }));

/**
 * Looks for what has to be there before the Worker is uploaded. What it asks changes nothing.
 * @param bucket the name that `wrangler.toml` gives it
 * @param makeSecret only called when the secret is to be set
 */
export async function lookAround(
  wrangler: Wrangler,
  bucket: string,
  makeSecret: () => string,
): Promise<readonly Finding[]> {
  const loggedIn = await lookForLogin(wrangler);
  if (loggedIn.state === "missing") return [loggedIn];
  return [loggedIn, await lookForBucket(wrangler, bucket), await lookForSecret(wrangler, makeSecret)];
}

async function lookForLogin(wrangler: Wrangler): Promise<Finding> {
  const found = login.safeParse(json(await wrangler(["whoami", "--json"])));
  if (found.success && found.data.loggedIn) return there("login", "You are logged in to Cloudflare");
  const message =
    "Nobody is logged in to Cloudflare: `npx wrangler login`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID";
  return { what: "login", state: "missing", message, fix: null };
}

/** As Cloudflare words it (codes 10006 and 10042). */
const NO_BUCKET = /10006|bucket does not exist|bucket not found/i;
const NO_R2 = /10042|enable R2/i;

async function lookForBucket(wrangler: Wrangler, bucket: string): Promise<Finding> {
  const said = await wrangler(["r2", "bucket", "info", bucket, "--json"]);
  if (said.isOk) return there("bucket", `The bucket ${bucket} is there`);
  const complaint = said.err + said.out;
  if (NO_R2.test(complaint)) {
    const message = "R2 is switched off for this account: switch it on in the dashboard (R2 Object Storage)";
    return { what: "bucket", state: "missing", message, fix: null };
  }
  if (!NO_BUCKET.test(complaint))
    return unknown("bucket", `Whether there is a bucket ${bucket} could not be found out`);
  const args = ["r2", "bucket", "create", bucket];
  const message = `There is no bucket ${bucket}: \`npx wrangler ${args.join(" ")}\``;
  return { what: "bucket", state: "missing", message, fix: { args } };
}

/**
 * The first deployment makes the Worker (code 10007), and a secret put before it does. Wrangler's own words alone: a
 * secret that is taken for missing is replaced, and with it every id and key is void.
 */
const NO_WORKER = /code: 10007\]|^\W*(?:\[ERROR\] )?Worker "[^"]*" not found/im;

async function lookForSecret(wrangler: Wrangler, makeSecret: () => string): Promise<Finding> {
  const said = await wrangler(["secret", "list", "--format", "json"]);
  const found = secrets.safeParse(json(said));
  if (found.success && found.data.some(({ name }) => name === SECRET)) return there("secret", `${SECRET} is set`);
  if (!found.success && !NO_WORKER.test(said.err + said.out)) {
    return unknown("secret", `Whether ${SECRET} is set could not be found out`);
  }
  const args = ["secret", "put", SECRET];
  const message = `${SECRET} is not set: \`openssl rand -hex 32 | npx wrangler ${args.join(" ")}\`. Keep a copy: keys are made with it, and without it every id and key is void`;
  return { what: "secret", state: "missing", message, fix: { args, input: makeSecret } };
}

const there = (what: Finding["what"], message: string): Finding => ({ what, state: "there", message, fix: null });
const unknown = (what: Finding["what"], message: string): Finding => ({ what, state: "unknown", message, fix: null });

/** What a command printed as JSON, if it did. */
function json({ isOk, out }: Said): unknown {
  try {
    return isOk ? JSON.parse(out) : null;
  } catch {
    return null;
  }
}

/** What Cloudflare refuses an upload for that a person can do something about; the plan shows only then. */
const REFUSALS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /worker[ _-]?loader|dynamic workers?/i,
    "This account's plan has no Worker Loader. Take `[[worker_loaders]]` and its line out of wrangler.toml: speech is then Workers AI's, or absent.",
  ],
  [
    /100328|CPU limits are not supported/i,
    "The Free plan takes no CPU limit: take `[limits]` out of wrangler.toml. Its 10 ms a request are too few for most of the embedded experts; Workers Paid is meant.",
  ],
  [/10027|size limit/i, "The Worker is too large for this account's plan; Workers Paid takes it."],
  [
    /10063|workers\.dev subdomain/i,
    "The account has no workers.dev subdomain yet: open Workers & Pages in the dashboard once.",
  ],
];

/** What to do about an upload that was refused; null where nobody here knows. */
export const adviceOn = (complaint: string): string | null =>
  REFUSALS.find(([pattern]) => pattern.test(complaint))?.[1] ?? null;
