import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Schema } from "../../durable-objects/schema.ts";

const OBJECTS = join(import.meta.dirname, "../../durable-objects");

/**
 * Every migration that has landed, by the beginning of its SHA-256. Objects out there have it behind them, and an edit
 * would never reach them: change the tables by another migration at the end of the list, and record that here.
 */
const LANDED: Readonly<Record<string, readonly string[]>> = {
  conversation: ["17ebed4e71fa5b89"],
  goal: ["fa22921f7e6b6f8a"],
  partition: ["c9dd873d4b2346bb"],
  partitions: ["9bb2f14601546455"],
  tenant: ["7d74118fb223d147"],
  webhooks: ["e99de71c3344bd5e"],
};

const inFiles = await Promise.all(
  globSync("*/migrations.ts", { cwd: OBJECTS }).map(async (file) => {
    const exported: Record<string, Schema> = await import(join(OBJECTS, file));
    return Object.values(exported);
  }),
);

const schemas = inFiles.flat();

const fingerprintOf = (sql: string): string => createHash("sha256").update(sql).digest("hex").slice(0, 16);

describe("the tables of Durable Objects", () => {
  it("are changed by a further migration, and never by an edit of one that has landed", () => {
    const now = Object.fromEntries(schemas.map(({ name, migrations }) => [name, migrations.map(fingerprintOf)]));
    expect(now).toEqual(LANDED);
  });

  it("have versions that are told apart by name", () => {
    expect(new Set(schemas.map(({ name }) => name)).size).toBe(schemas.length);
  });

  it("are made and changed by migrations alone", () => {
    const elsewhere = globSync("**/*.ts", { cwd: OBJECTS })
      .filter((file) => !file.endsWith("/migrations.ts") && file !== "tables.ts")
      .filter((file) =>
        /\b(CREATE|ALTER|DROP)\s+(UNIQUE\s+)?(TABLE|INDEX)\b/i.test(readFileSync(join(OBJECTS, file), "utf8")),
      );
    expect(elsewhere).toEqual([]);
  });
});
