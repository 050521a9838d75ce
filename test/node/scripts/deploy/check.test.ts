import { describe, expect, it } from "vitest";
import { adviceOn, lookAround } from "../../../../scripts/deploy/check.ts";
import type { Said, Wrangler } from "../../../../scripts/wrangler.ts";

const ok = (out = ""): Said => ({ isOk: true, out, err: "" });
const failed = (err: string): Said => ({ isOk: false, out: "", err });

/** An account on which everything is there, but for what is said otherwise. */
function account(answers: Readonly<Record<string, Said>>): { readonly wrangler: Wrangler; readonly asked: string[] } {
  const asked: string[] = [];
  const all: Readonly<Record<string, Said>> = {
    whoami: ok('{"loggedIn":true,"email":"a@example.com"}'),
    r2: ok('{"name":"files"}'),
    secret: ok('[{"name":"IMPRESARIO_SECRET","type":"secret_text"}]'),
    ...answers,
  };
  const wrangler: Wrangler = async (args) => {
    asked.push(args.join(" "));
    return all[args[0] ?? ""] ?? failed("unexpected");
  };
  return { wrangler, asked };
}

const states = async (answers: Readonly<Record<string, Said>>) => {
  const findings = await lookAround(account(answers).wrangler, "files", () => "made");
  return Object.fromEntries(findings.map(({ what, state }) => [what, state]));
};

describe("the check before a deployment", () => {
  it("changes nothing, and finds what is there", async () => {
    const { wrangler, asked } = account({});
    const findings = await lookAround(wrangler, "files", () => "made");
    expect(findings.map(({ state }) => state)).toEqual(["there", "there", "there"]);
    expect(asked).toEqual(["whoami --json", "r2 bucket info files --json", "secret list --format json"]);
  });

  it.each<[string, Readonly<Record<string, Said>>, object]>([
    ["nobody is logged in, and asks no more", { whoami: ok('{"loggedIn":false}') }, { login: "missing" }],
    ["whoami fails", { whoami: failed("no network") }, { login: "missing" }],
    [
      "there is no bucket",
      { r2: failed("A request to the Cloudflare API failed. The specified bucket does not exist. [code: 10006]") },
      { login: "there", bucket: "missing", secret: "there" },
    ],
    [
      "R2 is off",
      { r2: failed("Please enable R2 through the Cloudflare Dashboard. [code: 10042]") },
      { login: "there", bucket: "missing", secret: "there" },
    ],
    [
      "the token may not look at buckets",
      { r2: failed("Authentication error [code: 10000]") },
      { login: "there", bucket: "unknown", secret: "there" },
    ],
    [
      "other secrets are set",
      { secret: ok('[{"name":"HF_TOKEN"}]') },
      { login: "there", bucket: "there", secret: "missing" },
    ],
    [
      "there is no Worker yet",
      { secret: failed("This Worker does not exist on your account. [code: 10007]") },
      { login: "there", bucket: "there", secret: "missing" },
    ],
    [
      "there is no Worker yet, as wrangler puts it",
      {
        secret: failed(
          '✘ [ERROR] Worker "impresario" not found.\n\nIf this is a new Worker, run `wrangler deploy` first',
        ),
      },
      { login: "there", bucket: "there", secret: "missing" },
    ],
    [
      "something on the way has no page for that, and takes nothing for a secret that is missing",
      { secret: failed("404 Not Found") },
      { login: "there", bucket: "there", secret: "unknown" },
    ],
    [
      "the token may not look at secrets",
      { secret: failed("Authentication error [code: 10000]") },
      { login: "there", bucket: "there", secret: "unknown" },
    ],
  ])("tells when %s", async (_, answers, expected) => {
    expect(await states(answers)).toEqual(expected);
  });

  it("says how to put right what it finds, and makes a secret only when it is wanted", async () => {
    let made = 0;
    const { wrangler } = account({ r2: failed("[code: 10006]"), secret: ok("[]") });
    const findings = await lookAround(wrangler, "files", () => `secret ${++made}`);
    const [, bucket, secret] = findings;
    expect(bucket?.message).toContain("npx wrangler r2 bucket create files");
    expect(bucket?.fix?.args).toEqual(["r2", "bucket", "create", "files"]);
    expect(secret?.message).toContain("npx wrangler secret put IMPRESARIO_SECRET");
    expect(made).toBe(0);
    expect(secret?.fix?.args).toEqual(["secret", "put", "IMPRESARIO_SECRET"]);
    expect(secret?.fix?.input?.()).toBe("secret 1");
  });
});

describe("an upload that is refused", () => {
  it.each([
    ["binding LOADER of type worker_loader is not available on your plan", /\[\[worker_loaders\]\]/],
    ["CPU limits are not supported for the Free plan. [code: 100328]", /\[limits\]/],
    ["Your Worker exceeded the size limit of 3 MiB [code: 10027]", /Workers Paid/],
    ["You need a workers.dev subdomain [code: 10063]", /dashboard/],
  ])("for %j is explained", (complaint, advice) => {
    expect(adviceOn(complaint)).toMatch(advice);
  });

  it("for anything else is not guessed at", () => {
    expect(adviceOn("Internal error [code: 10013]")).toBeNull();
  });
});
