import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";

const url = "https://tools.example/mcp";
const read = (mcpServers: unknown, variables: object = {}) =>
  readConfig({
    AUTH: "open",
    IMPRESARIO_SECRET: "a secret of the tests, long enough to be one",
    CONFIG: { mcpServers },
    ...variables,
  }).mcpServers;

describe("CONFIG.mcpServers", () => {
  it("names a server, its headers, and which of its tools are wanted", () => {
    const tools = ["search", { name: "draw", gives: ["image/canny", "text"] }];
    expect(read([{ name: "box", url, headers: { "X-Team": "a" }, tools }])).toEqual([
      {
        ...{ name: "box", url, headers: { "X-Team": "a" } },
        tools: [{ name: "search" }, { name: "draw", gives: ["image/canny", "text"] }],
      },
    ]);
    expect(read(undefined)).toEqual([]);
  });

  it("takes a token from a variable, for the usual header or another", () => {
    const variables = { BOX_TOKEN: " token-of-the-box\n" };
    const headers = (auth: object) => read([{ name: "box", url, auth }], variables)[0]?.headers;
    expect(headers({ variable: "BOX_TOKEN" })).toEqual({ Authorization: "Bearer token-of-the-box" });
    expect(headers({ variable: "BOX_TOKEN", header: "X-Api-Key" })).toEqual({ "X-Api-Key": "token-of-the-box" });
  });

  it.each([{}, { BOX_TOKEN: "" }, { BOX_TOKEN: "two\nlines" }, { BOX_TOKEN: { a: 1 } }])(
    "says which variable has no token: %j",
    (variables) => {
      const server = { name: "box", url, auth: { variable: "BOX_TOKEN" } };
      expect(() => read([server], variables)).toThrow(/CONFIG\.mcpServers: box takes its token from BOX_TOKEN/);
    },
  );

  it.each<[string, object[], string]>([
    ["a name with a hyphen", [{ name: "my-box", url }], "CONFIG.mcpServers.0.name"],
    ["an address of another scheme", [{ name: "box", url: "file:///etc/passwd" }], "CONFIG.mcpServers.0.url"],
    [
      "two of one name",
      [
        { name: "box", url },
        { name: "box", url },
      ],
      "CONFIG.mcpServers.1.name",
    ],
    ["a header that frames the message", [{ name: "box", url, headers: { Host: "a" } }], "CONFIG.mcpServers.0.headers"],
    ["what is no kind", [{ name: "box", url, tools: [{ name: "a", gives: ["smell"] }] }], "CONFIG.mcpServers.0.tools"],
    ["more than twenty", Array.from({ length: 21 }, (_, place) => ({ name: `box${place}`, url })), "CONFIG.mcpServers"],
  ])("refuses %s", (_, servers, place) => {
    expect(() => read(servers)).toThrow(place);
  });
});
