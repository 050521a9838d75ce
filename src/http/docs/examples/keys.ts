import { answer, json, NO_BODY, type RouteExamples } from "./example.ts";

const KEY = {
  id: "0000002a",
  name: "the website",
  limits: { runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 },
  spentTodayUsd: 0.42,
  createdAt: "2026-11-22T06:20:51.105Z",
  usedAt: "2026-11-22T06:30:02.418Z",
  revokedAt: null,
};
const NEW_KEY = { ...KEY, id: "6b0c3f52", spentTodayUsd: 0, usedAt: null };
const SHOWN = "imp_00000000000a11ce_6b0c3f52_00112233445566778899aabbccddeeff";

export const KEY_EXAMPLES: RouteExamples = {
  listKeys: { answer: answer({ keys: [KEY] }) },
  makeKey: {
    body: json({ name: "the website", limits: { runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 } }),
    answer: answer({ ...NEW_KEY, key: SHOWN }, 201),
  },
  limitKey: {
    parameters: { keyId: "0000002a" },
    body: json({ runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 }),
    answer: answer(KEY),
  },
  rotateKey: {
    parameters: { keyId: "0000002a" },
    body: json({ graceSeconds: 86400 }),
    answer: answer({ ...NEW_KEY, key: SHOWN }, 201),
  },
  revokeKey: { parameters: { keyId: "0000002a" }, answer: NO_BODY },
};
