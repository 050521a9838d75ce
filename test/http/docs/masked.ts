import type { JsonValue } from "../../../src/domain/json.ts";
import { THINGS } from "./calls.ts";

/** Items of a list that an example shows, and characters of a text. */
const MAX_ITEMS = 2;
const MAX_CHARS = 1_200;

/** Ids of what there is one or more of besides, by the prefix of ids. */
const { run, conversation: conv, edges: res, hook, webhook: whe, delivery: msg, endedGoal: goal } = THINGS;
const OTHERS: Readonly<Record<string, string>> = { run, conv, res, hook, whe, msg, goal };

/** What differs from one recording to the next, and what stands in its place. */
const VARYING: readonly (readonly [pattern: RegExp, steady: string])[] = [
  [/http:\/\/localhost:8787/g, "https://impresario.example"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "https://experts.example.com"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, "2026-11-22T06:20:43.453Z"],
  [/(?<=expires=)\d+/g, "1795417200"],
  [/(?<=signature=)[0-9a-f]{32}/g, "070a0c46a33659c70d2da57292397047"],
  // In the names of files that HuggingGPT's routes give: the same, without a query.
  [/-\d{10}-[0-9a-f]{32}(?=\.\w+)/g, "-1795417200-070a0c46a33659c70d2da57292397047"],
  [/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "6cf35802-ae2f-40d5-81da-228c1c73916c"],
  [/imp_([0-9a-f]{16})_[0-9a-f]{8}_[0-9a-f]{32}/g, "imp_$1_6b0c3f52_00112233445566778899aabbccddeeff"],
  [/whsec_[A-Za-z0-9+/]{20,}=*/g, `whsec_${"AbCd".repeat(10)}Efg=`],
  [/^(?!0000002a)[0-9a-f]{8}$/g, "6b0c3f52"],
  // The part of an id by which a goal addresses the conversation of a run.
  [/(?<="conversation":")[0-9a-f]{20}(?=")/g, "054daf7941971bb23510"],
  [/(?<="(?:deadline|createdAt)":)\d+/g, "1795328563645"],
  // Of the Worker's version, which is another with each build.
  [/(?<="fingerprint":")[0-9a-f]{64}/g, "6d0236b4fc8e933d255564ea".padEnd(64, "0")],
  [/\d[\d.]* (?:milliseconds?|seconds?|minutes?)\b/g, "236 milliseconds"],
];

/** Fields whose numbers are of a clock or of what else is there. */
const VARYING_NUMBERS: Readonly<Record<string, number>> = {
  durationMs: 366,
  startMs: 193,
  tookMs: 366,
  created: 1_795_305_600,
  created_at: 1_795_305_600,
  expires_at: 1_795_392_000,
  usedBytes: 5_000_000,
  reservedBytes: 0,
};

/** What runs took, by the field that holds it: `timeMs` elsewhere is a limit. */
const MEASURED = new Set(["usage", "timeMs", "spent", "left"]);

/** A text or an answer without what differs between recordings, and shortened where it is long. */
export function masked(value: JsonValue, made: Readonly<Record<string, string>>): JsonValue {
  const steady = (text: string): string => {
    const known = text
      .replace(/\b(run|conv|res|hook|whe|msg|goal)_[0-9a-f]{20,}/g, (id, prefix) => made[id] ?? OTHERS[prefix] ?? id)
      .replace(/https?:\/\/[^\s"]+/g, (url) => made[url] ?? url);
    return VARYING.reduce((done, [pattern, replacement]) => done.replace(pattern, replacement), known);
  };
  const visit = (part: JsonValue, name: string, parent: string): JsonValue => {
    if (typeof part === "string") {
      const text = steady(part);
      return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
    }
    if (typeof part === "number") {
      if (MEASURED.has(parent) && (name === "timeMs" || name === "estimate")) return 580;
      return VARYING_NUMBERS[name] ?? part;
    }
    if (Array.isArray(part)) return part.slice(0, MAX_ITEMS).map((item) => visit(item, "", name));
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, visit(item, key, name)]));
  };
  return visit(value, "", "");
}
