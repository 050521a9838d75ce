import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../scripts/server.ts";
import { ApiError } from "../../../src/client/client.ts";
import { makeApiKey } from "../../../src/domain/api-key.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { demoFile, useServer } from "../use-server.ts";

const { client, url } = useServer({ AUTH: "keys" });
const TENANT = "00000000000a11ce";
const SECRET = "a-secret-for-the-tests-and-nothing-else";

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `npm run keys -- …` as a person runs it. */
const keys = (args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? "", IMPRESARIO_URL: url(), ...environment };
    execFile(process.execPath, [join(ROOT, "scripts/keys.ts"), ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });

const KEY = /imp_[0-9a-f]{16}_([0-9a-f]{8})_[0-9a-f]{32}/;
function keyIn({ out, err }: Ended): { readonly key: string; readonly id: string } {
  const [key, id] = KEY.exec(out) ?? [];
  if (!key || !id) throw new Error(`There is no key in: ${out}${err}`);
  return { key, id };
}

describe("npm run keys", () => {
  it("makes, limits, rotates, lists and revokes keys of a server", async () => {
    const secret = { IMPRESARIO_SECRET: SECRET };
    const manage = (...args: string[]) => keys([...args, "--tenant", TENANT], secret);
    const admin = keyIn(await manage("add", "admin"));
    const own = { IMPRESARIO_KEY: admin.key };

    const old = keyIn(await keys(["add", "website", "--usd-per-day", "5"], own));
    const limited = await keys(["limit", old.id, "--active-runs", "3"], own);
    expect(limited).toMatchObject({ code: 0, out: `${old.id}: limits 3 at once, $5 a day ($0 today)\n` });
    expect(await keys(["list"], { IMPRESARIO_KEY: old.key })).toMatchObject({ code: 0 });
    expect(await keys(["limit", old.id, "--active-runs", "none"], { IMPRESARIO_KEY: old.key })).toMatchObject({
      code: 1,
      err: expect.stringContaining("limits of its own"),
    });

    const made = keyIn(await keys(["rotate", old.id, "--grace", "0"], own));
    expect((await client(made.key).start({ text: "Is this positive or negative: what a day" })).id).toMatch(/^run_/);
    const listed: unknown = JSON.parse((await manage("list", "--json")).out);
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: admin.id, name: "admin", usedAt: expect.any(String), revokedAt: null }),
        expect.objectContaining({ id: old.id, name: "website", revokedAt: expect.any(String) }),
        expect.objectContaining({ id: made.id, name: "website", revokedAt: null }),
      ]),
    );

    expect(await manage("revoke", made.id)).toMatchObject({ code: 0 });
    const refused = await keys(["list"], { IMPRESARIO_KEY: made.key });
    expect(refused).toMatchObject({ code: 1, err: "This API key has been revoked\n" });
  });

  it.each<[readonly string[], RegExp]>([
    [["revoke", "website"], /eight hexadecimal digits/],
    [["limit", "0000002a"], /Say which limit/],
    [["limit", "0000002a", "--active-runs", "many"], /--active-runs takes a number/],
    [["list", "everything"], /npm run keys -- list/],
    [["burn"], /There is no "burn"/],
    [["list", "--server", "ftp://x"], /no address of a server/],
  ])("says how it is used for %j", async (args, message) => {
    expect(await keys(args, {})).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
});

const ids = createIds(SECRET);
const keyOf = (tenant: string): Promise<string> => makeApiKey(ids, tenant, "00000001");

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "it was let in",
    (thrown: unknown) => (thrown instanceof ApiError ? `${thrown.status} ${thrown.code}` : String(thrown)),
  );

describe("two tenants on one server", () => {
  it("cannot see, list, use or delete what is the other's", async () => {
    const [mine, theirs] = [client(await keyOf("aaaaaaaaaaaaaaaa")), client(await keyOf("bbbbbbbbbbbbbbbb"))];
    const file = await mine.upload(await demoFile("texts/english.txt"), { name: "english.txt" });
    const run = await mine.start({ text: "Is this positive or negative?", resources: [file.id] });
    await mine.wait(run.id);

    expect(await codeOf(theirs.run(run.id))).toBe("404 not-found");
    expect(await codeOf(theirs.report(run.id, "json"))).toBe("404 not-found");
    expect(await codeOf(theirs.cancel(run.id))).toBe("404 not-found");
    expect(await codeOf(theirs.conversation(run.conversation))).toBe("404 not-found");
    expect(await codeOf(theirs.message(run.conversation, { text: "hello" }))).toBe("404 not-found");
    expect(await codeOf(theirs.download(file.id))).toBe("404 not-found");
    expect(await codeOf(theirs.start({ text: "Is this positive?", resources: [file.id] }))).toBe("404 not-found");

    const authorization = `Bearer ${await keyOf("bbbbbbbbbbbbbbbb")}`;
    const removed = await fetch(`${url()}/v1/conversations/${run.conversation}`, {
      method: "DELETE",
      headers: { authorization },
    });
    expect(removed.status).toBe(404);
    const listed = await (await fetch(`${url()}/v1/conversations`, { headers: { authorization } })).text();
    expect(listed).not.toContain(run.conversation);
    expect((await mine.run(run.id)).status).toBe("succeeded");
  });

  it("lets nobody in without a key, or with one that was made up", async () => {
    const madeUp = `imp_aaaaaaaaaaaaaaaa_00000001_${"0".repeat(32)}`;
    expect(await codeOf(client().start({ text: "hello" }))).toBe("401 unauthorized");
    expect(await codeOf(client(madeUp).start({ text: "hello" }))).toBe("401 unauthorized");
  });
});
