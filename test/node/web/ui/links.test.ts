import { expect, test } from "vitest";
import type { ResourceView } from "../../../../src/client/client.ts";
import { isPicture, pathOf, readLink } from "../../../../web/ui/links.ts";

const ORIGIN = "https://impresario.example";
const SIGNED = "/v1/resources/res_1?t=0&expires=1&signature=s";
const FILE: ResourceView = {
  id: "res_1",
  name: "two dogs.png",
  kind: "image",
  mediaType: "image/png",
  bytes: 1,
  sha256: "",
  createdAt: "",
  url: `http://behind.internal:8787${SIGNED}`,
  urlExpiresAt: "",
};

const read = (href: string | undefined) => readLink(href, [FILE], ORIGIN);

test.each([
  undefined,
  "",
  "#top",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://impresario.example/1",
  "mailto:a@b.example",
  "other.png",
  "https://",
  "https://impresario.example@evil.example/",
  "https://user:secret@impresario.example/v1/resources/res_1",
])("%j leads nowhere", (href) => expect(read(href)).toEqual({ as: "text" }));

test.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c", "example.org"],
  ["HTTP://Example.org:8080", "http://example.org:8080/", "example.org:8080"],
  ["//example.org/a", "https://example.org/a", "example.org"],
  ["/\\example.org/a", "https://example.org/a", "example.org"],
  ["https://impresario.example.org/", "https://impresario.example.org/", "impresario.example.org"],
])("%j leads out", (link, href, host) => expect(read(link)).toEqual({ as: "outside", href, host }));

test.each([
  ["/runs/run_1", "/runs/run_1"],
  ["https://impresario.example/docs#a", "/docs#a"],
  ["/v1/resources/../keys", "/v1/keys"],
  ["/v1/resources/res_1/more", "/v1/resources/res_1/more"],
])("%j stays inside", (link, href) => expect(read(link)).toEqual({ as: "inside", href }));

test.each(["/v1/resources/res_1", `${ORIGIN}/v1/resources/res_1?t=old`, "two dogs.png", "two%20dogs.png"])(
  "%j is the file, by its signed link",
  (link) => expect(read(link)).toEqual({ as: "file", href: SIGNED, file: FILE }),
);

test("a file that nothing is known of keeps its own path", () => {
  expect(read("/v1/resources/res_2?x=1")).toEqual({ as: "file", href: "/v1/resources/res_2?x=1", file: null });
});

test.each([
  ["of another origin", FILE.url, SIGNED],
  ["of another path", "https://evil.example/steal", "/v1/resources/res_1"],
  ["that is no address", "https://", "/v1/resources/res_1"],
])("the link to a file %s leads to the file on this server", (_, url, path) =>
  expect(pathOf({ id: "res_1", url }, ORIGIN)).toBe(path),
);

test("only pictures of pixels are shown in place", () => {
  expect(isPicture({ mediaType: "image/png" })).toBe(true);
  expect(isPicture({ mediaType: "image/svg+xml" })).toBe(false);
  expect(isPicture({ mediaType: "text/html" })).toBe(false);
});
