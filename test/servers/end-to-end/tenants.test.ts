import { describe, expect, it } from "vitest";
import { ApiError } from "../../../src/client/client.ts";
import { makeApiKey } from "../../../src/domain/api-key.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { demoFile, useServer } from "../use-server.ts";

const { client, url } = useServer({ AUTH: "keys" });
const ids = createIds("a-secret-for-the-tests-and-nothing-else");
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
