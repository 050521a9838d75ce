import { describe, expect, it } from "vitest";
import { actionOf } from "../../../../web/app/key-actions.ts";

const UNHELD = { ctrlKey: false, metaKey: false, altKey: false };

describe("a key", () => {
  it.each([
    ["/", {}, false, "write"],
    ["?", {}, false, "list"],
    ["k", { ctrlKey: true }, false, "find"],
    ["K", { metaKey: true }, true, "find"],
    ["/", {}, true, null],
    ["?", {}, true, null],
    ["/", { altKey: true }, false, null],
    ["/", { ctrlKey: true }, false, null],
    ["k", {}, false, null],
  ] as const)("%s with %o, typing: %s, does %s", (key, held, isTyping, action) =>
    expect(actionOf({ ...UNHELD, key, ...held }, isTyping)).toBe(action),
  );
});
