import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OwnModel } from "../../src/domain/own-models.ts";
import { createSealer, openHeaders, sealHeaders } from "../../src/secrets/seal.ts";

const SECRET = "a secret of the tests, long enough to be one";
const sealer = createSealer(SECRET);

describe("a sealed text", () => {
  it("opens for its purpose, whatever it says", async () => {
    const sealed = fc.asyncProperty(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "grapheme" }),
      async (purpose, text) => {
        expect(await sealer.open(purpose, await sealer.seal(purpose, text))).toBe(text);
      },
    );
    await fc.assert(sealed, { numRuns: 50 });
  });

  it("opens for whoever has the same secret", async () => {
    expect(await createSealer(SECRET).open("a", await sealer.seal("a", "token"))).toBe("token");
  });

  it("holds nothing of the text, and never looks the same", async () => {
    const sealed = await sealer.seal("a", "token");
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]{28}$/);
    expect(await sealer.seal("a", "token")).not.toBe(sealed);
  });

  it.each<[string, string, string]>([
    ["another purpose", SECRET, "b"],
    ["a longer purpose", SECRET, "ab"],
    ["another secret", `${SECRET}!`, "a"],
  ])("stays shut for %s", async (_, secret, purpose) => {
    expect(await createSealer(secret).open(purpose, await sealer.seal("a", "token"))).toBeNull();
  });

  it("stays shut once any bit of it is changed", async () => {
    const [version, ...parts] = (await sealer.seal("a", "token")).split(".");
    const [nonce, body] = parts.map((part) => Uint8Array.fromBase64(part, { alphabet: "base64url" }));
    if (!nonce || !body) throw new Error("It has other parts");
    const write = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    for (const bytes of [nonce, body]) {
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flip = (): void => void bytes.set([(bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))], bit >> 3);
        flip();
        expect(await sealer.open("a", [version, write(nonce), write(body)].join("."))).toBeNull();
        flip();
      }
    }
    expect(await sealer.open("a", [version, write(nonce), write(body)].join("."))).toBe("token");
  });

  it.each<[string, (sealed: string) => string]>([
    ["nothing", () => ""],
    ["any words", () => "any words"],
    ["another version", (sealed) => sealed.replace("v1", "v2")],
    ["one more part", (sealed) => `${sealed}.AAAA`],
    ["one part less", (sealed) => sealed.slice(0, sealed.lastIndexOf("."))],
    ["a cut end", (sealed) => sealed.slice(0, -4)],
    ["no ciphertext", (sealed) => sealed.slice(0, sealed.lastIndexOf(".") + 1)],
    ["what is no base64url", (sealed) => `${sealed.slice(0, -1)}*`],
    ["a short nonce", (sealed) => sealed.replace(/\.[\w-]{4}/, ".")],
  ])("is not mistaken for one: %s", async (_, change) => {
    expect(await sealer.open("a", change(await sealer.seal("a", "token")))).toBeNull();
  });
});

describe("the headers of an own model", () => {
  const model: OwnModel = {
    endpoint: {
      provider: "custom",
      model: "our/captioner",
      taskType: "image-to-text",
      description: "",
      licence: "unknown",
      grade: "full",
    },
    url: "https://models.example/caption",
    format: "json",
    headerNames: ["authorization"],
    addedAt: 0,
  };
  const headers = { authorization: "Bearer secret" };

  it("open for the tenant and the model that they were given for", async () => {
    const sealed = await sealHeaders(sealer, "alice", model, headers);
    expect(JSON.stringify(sealed)).not.toContain("secret");
    expect(await openHeaders(sealer, "alice", sealed)).toEqual(headers);
  });

  it("are nothing to seal where there are none", async () => {
    const bare = await sealHeaders(sealer, "alice", model, {});
    expect(bare.sealedHeaders).toBeNull();
    expect(await openHeaders(sealer, "alice", bare)).toEqual({});
  });

  it.each<[string, string, Partial<OwnModel>]>([
    ["another tenant", "bob", {}],
    ["another model", "alice", { endpoint: { ...model.endpoint, model: "our/other" } }],
    ["another task type", "alice", { endpoint: { ...model.endpoint, taskType: "image-classification" } }],
    ["another address", "alice", { url: "https://elsewhere.example/" }],
  ])("stay shut for %s", async (_, tenant, change) => {
    const sealed = await sealHeaders(sealer, "alice", model, headers);
    expect(await openHeaders(sealer, tenant, { ...sealed, ...change })).toBeNull();
  });
});
