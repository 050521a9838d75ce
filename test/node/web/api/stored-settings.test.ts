import { expect, test } from "vitest";
import { INITIAL, isSendable, readSettings } from "../../../../web/api/stored-settings.ts";

test.each([null, "", "[]", "{", '"x"', "7", '{"theme":"pink","defaults":[],"approvePlans":"yes"}'])(
  "settings that are %j are as if there were none",
  (stored) => expect(readSettings(stored, null)).toEqual(INITIAL),
);

test("what was stored is read", () => {
  const settings = { ...INITIAL, rememberKey: true, theme: "dark", approvePlans: true };
  const defaults = { controller: "embedded", selection: "language", constraints: { gated: false }, budget: { usd: 0 } };
  expect(readSettings(JSON.stringify({ ...settings, defaults }), "imp_1")).toEqual({
    ...{ ...settings, defaults },
    apiKey: "imp_1",
  });
});

test("nothing gets into a message that is no part of its defaults, or not of its form", () => {
  const defaults = {
    ...{ text: "another", resources: ["res_1"], webhook: { url: "https://evil.example" }, __proto__: null },
    ...{ controller: { toString: 1 }, selection: 7, budget: "all", constraints: ["MIT"] },
  };
  expect(readSettings(JSON.stringify({ defaults }), null).defaults).toEqual({});
});

test.each(["imp_ä", "imp_1\n", "imp_1\u200b", "“imp_1”", "a b"])(
  "a key that no header carries, %j, is none",
  (apiKey) => {
    expect(isSendable(apiKey)).toBe(false);
    expect(readSettings(null, apiKey).apiKey).toBe("");
  },
);
