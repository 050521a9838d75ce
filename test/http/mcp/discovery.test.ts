import { describe, expect, it } from "vitest";
import { createCaller, ORIGIN, post, problemOf } from "../caller.ts";
import { createBackstage } from "../doubles.ts";

const METADATA = "/.well-known/oauth-protected-resource";

describe("what clients look up that would sign in by OAuth", () => {
  it("says that a key goes in the header, and names no authorization server", async () => {
    const { bare } = createCaller();
    for (const path of [METADATA, `${METADATA}/mcp`]) {
      expect(await (await bare(path)).json()).toEqual({
        ...{ resource: `${ORIGIN}/mcp`, resource_name: "Impresario", bearer_methods_supported: ["header"] },
        resource_documentation: `${ORIGIN}/docs`,
      });
    }
  });

  it("is where a refused call says it is", async () => {
    const { bare } = createCaller();
    const [, address = ""] =
      /resource_metadata="([^"]+)"/.exec((await bare("/mcp", post({}))).headers.get("www-authenticate") ?? "") ?? [];
    expect((await bare(address)).status).toBe(200);
    expect((await bare("/v1/runs", post({}))).headers.get("www-authenticate")).toBe('Bearer realm="impresario"');
  });

  it("is not there where no key is needed", async () => {
    const { bare } = createCaller(createBackstage("open"));
    expect(await problemOf(await bare(METADATA))).toMatchObject({ status: 404, detail: "No key is needed here" });
  });

  it("refuses to register a client, and says what to do instead", async () => {
    const answer = await createCaller().bare("/register", post({ redirect_uris: ["http://localhost:1/callback"] }));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: "access_denied",
      error_description: expect.stringContaining("Authorization: Bearer imp_"),
    });
  });
});
