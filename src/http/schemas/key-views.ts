import * as z from "zod";
import { components } from "./components.ts";

const limit = z.number().nullable().describe("null where the deployment's own limit alone holds");

const key = {
  id: z.string().describe("The third part of the key."),
  name: z.string().describe("Empty for a key that was made without asking the server."),
  limits: z.object({ runsPerMinute: limit, activeRuns: limit, usdPerDay: limit }),
  spentTodayUsd: z
    .number()
    .describe("Of what was begun today (UTC) and is settled. Counted for keys with a limit alone."),
  createdAt: z.iso.datetime().nullable(),
  usedAt: z.iso.datetime().nullable().describe("To the hour; null for a key that was never used."),
  revokedAt: z.iso.datetime().nullable().describe("May lie ahead: a key that was rotated stays good for a while."),
};

export const keyView = z.object(key).register(components, { id: "Key" });
export const keyListView = z.object({ keys: z.array(keyView) }).register(components, { id: "KeyList" });
export const newKeyView = z
  .object({ ...key, key: z.string().describe("Shown this once.") })
  .register(components, { id: "NewKey" });

export type KeyView = z.output<typeof keyView>;
