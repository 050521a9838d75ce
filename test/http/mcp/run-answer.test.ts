import { describe, expect, it } from "vitest";
import { codeBlock, escapeMarkdown } from "../../../src/domain/markdown.ts";
import { withSignedLinks } from "../../../src/http/mcp/run-answer.ts";
import { linkTo } from "../../../src/response/markdown.ts";

const ID = `res_${"1".repeat(56)}`;
const PATH = `/v1/resources/${ID}`;
const SIGNED = "https://here.example/signed";
const file = (name: string) => ({
  ...({ id: ID, name, kind: "image", mediaType: "image/png", bytes: 1, sha256: "", createdAt: 0 } as const),
  origin: { by: "upload" } as const,
});

describe("the links of an answer", () => {
  it.each(["a.png", "a b.png", "[a](b).png", "a_b*.png"])("are signed: to %s", async (name) => {
    const answer = `**Made:** ${linkTo(file(name))}, image/png`;
    expect(await withSignedLinks(answer, async () => SIGNED)).toBe(answer.replace(PATH, SIGNED));
  });

  it.each([
    ["an address", `https://evil.example/?x=${PATH}`],
    ["an escaped address", escapeMarkdown(`https://evil.example/?x=${PATH}`)],
    ["an escaped link", escapeMarkdown(`[a](${PATH})`)],
    ["a block that shows a link", codeBlock(`![a](https://evil.example/?x=[b](${PATH}))`)],
    ["a path of a longer id", `[a](${PATH}0)`],
    ["a path with more behind it", `[a](${PATH}/../x)`],
  ])("are not what it quotes: %s", async (_, answer) => {
    expect(await withSignedLinks(answer, async () => SIGNED)).toBe(answer);
  });

  it("are signed up to a bound, each file once", async () => {
    const ids = Array.from({ length: 300 }, (_, place) => `res_${place.toString(16).padStart(56, "0")}`);
    let signed = 0;
    const answer = [...ids, ...ids].map((id) => `[a](/v1/resources/${id})`).join(" ");
    await withSignedLinks(answer, async () => `${SIGNED}${signed++}`);
    expect(signed).toBe(200);
  });
});
