import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Schema } from "../../durable-objects/schema.ts";
import { Tables } from "../../durable-objects/tables.ts";

const FIRST = "CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY)";
const SECOND = "ALTER TABLE notes ADD COLUMN text TEXT NOT NULL DEFAULT ''; UPDATE notes SET text = 'was ' || id";
const THIRD = "CREATE INDEX notes_by_text ON notes (text)";
const FAULTY = "DROP TABLE notes; INSERT INTO nowhere VALUES (1)";

const notes = (...migrations: readonly string[]): Schema => ({
  name: "notes",
  migrations,
  unrecorded: { table: "notes", columns: [] },
});

/** Made later than the notes, if ever. */
const LATER: Schema = { name: "later", migrations: ["CREATE TABLE later (id TEXT)"] };

/** With the storage of an object that nothing else happens in. */
const withStorage = (use: (storage: DurableObjectStorage) => void | Promise<void>): Promise<void> =>
  runInDurableObject(env.CONVERSATION.getByName(`tenant:${crypto.randomUUID()}`), (_, { storage }) => use(storage));

const rows = ({ sql }: DurableObjectStorage, query: string) => sql.exec(query).toArray();
const versions = (storage: DurableObjectStorage) => rows(storage, "SELECT name, version FROM schema_versions");
const everything = (storage: DurableObjectStorage) =>
  rows(storage, "SELECT sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name");

afterEach(() => vi.restoreAllMocks());

describe("the tables of an object", () => {
  it("are not there, and nothing is written, until something is to be kept", () =>
    withStorage((storage) => {
      const tables = new Tables(storage, notes(FIRST), LATER);
      expect(tables.exist()).toBe(false);
      expect(everything(storage)).toEqual([]);
      tables.prepare();
      expect(tables.exist()).toBe(true);
      expect(tables.exist(LATER)).toBe(false);
      expect(versions(storage)).toEqual([{ name: "notes", version: 1 }]);
    }));

  it("are looked for once by an incarnation that has found them", () =>
    withStorage((storage) => {
      new Tables(storage, notes(FIRST)).prepare();
      const tables = new Tables(storage, notes(FIRST), LATER);
      tables.exist();
      const exec = vi.spyOn(storage.sql, "exec");
      tables.exist();
      tables.exist(LATER);
      tables.prepare();
      expect(exec).not.toHaveBeenCalled();
    }));

  it.each([
    ["one", notes(FIRST)],
    ["two", notes(FIRST, SECOND)],
  ])("get the migrations that came after %s, in order and once", (_, older) =>
    withStorage((storage) => {
      new Tables(storage, older).prepare();
      storage.sql.exec("INSERT INTO notes (id) VALUES ('a')");
      for (let incarnation = 0; incarnation < 2; incarnation++) {
        expect(new Tables(storage, notes(FIRST, SECOND, THIRD)).exist()).toBe(true);
        expect(versions(storage)).toEqual([{ name: "notes", version: 3 }]);
        expect(rows(storage, "SELECT text FROM notes")).toEqual([
          { text: older.migrations.length === 1 ? "was a" : "" },
        ]);
      }
    }),
  );

  it("are the same whether they were made at once or over time", async () => {
    const made: unknown[] = [];
    await withStorage((storage) => {
      new Tables(storage, notes(FIRST, SECOND, THIRD)).prepare();
      made.push(everything(storage));
    });
    await withStorage((storage) => {
      for (const schema of [notes(FIRST), notes(FIRST, SECOND)]) new Tables(storage, schema).prepare();
      new Tables(storage, notes(FIRST, SECOND, THIRD)).exist();
      made.push(everything(storage));
    });
    expect(made[0]).toEqual(made[1]);
  });

  it("are as they were where a migration fails, and the next call tries again", () =>
    withStorage((storage) => {
      new Tables(storage, notes(FIRST)).prepare();
      new Tables(storage, notes(FIRST), LATER).prepare(LATER);
      storage.sql.exec("INSERT INTO notes VALUES ('a')");
      const before = everything(storage);
      const tables = new Tables(storage, notes(FIRST, SECOND, FAULTY), LATER);
      for (let call = 0; call < 2; call++) {
        expect(() => tables.exist()).toThrow("no such table");
        expect(everything(storage)).toEqual(before);
        expect(rows(storage, "SELECT * FROM notes")).toEqual([{ id: "a" }]);
        expect(versions(storage)).toMatchObject([{ version: 1 }, { version: 1 }]);
      }
      expect(new Tables(storage, notes(FIRST, SECOND), LATER).exist()).toBe(true);
    }));

  it("are not made at all where that fails", () =>
    withStorage((storage) => {
      const tables = new Tables(storage, notes(FIRST, FAULTY));
      expect(() => tables.prepare()).toThrow("no such table");
      expect(everything(storage)).toEqual([]);
      expect(tables.exist()).toBe(false);
    }));
});

describe("tables from before versions were recorded", () => {
  const unrecorded = {
    table: "notes",
    columns: [
      {
        ...{ table: "notes", column: "text", definition: "TEXT NOT NULL DEFAULT ''" },
        fill: "UPDATE notes SET text = 'was ' || id",
      },
    ],
  };
  const WHOLE = "CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, text TEXT NOT NULL)";
  const schema: Schema = { ...notes(WHOLE, THIRD), unrecorded };

  it("get the columns that they lack before anything is made that needs these", () =>
    withStorage((storage) => {
      storage.sql.exec(`${FIRST}; INSERT INTO notes VALUES ('a')`);
      for (let incarnation = 0; incarnation < 2; incarnation++) {
        expect(new Tables(storage, schema).exist()).toBe(true);
        expect(rows(storage, "SELECT * FROM notes")).toEqual([{ id: "a", text: "was a" }]);
      }
      expect(versions(storage)).toEqual([{ name: "notes", version: 2 }]);
    }));

  it("keep what they have where they lack nothing", () =>
    withStorage((storage) => {
      storage.sql.exec(`${WHOLE}; INSERT INTO notes VALUES ('a', 'said')`);
      expect(new Tables(storage, schema).exist()).toBe(true);
      expect(rows(storage, "SELECT * FROM notes")).toEqual([{ id: "a", text: "said" }]);
    }));
});

describe("what a newer version has stored", () => {
  const refused = expect.objectContaining({ code: "newer-state", retryable: true });

  it.each([
    ["by a migration that this one does not have", notes(FIRST, SECOND), []],
    ["by tables that this one does not know", notes(FIRST), [LATER]],
  ])("is refused and left alone, told %s", (_, main, others) =>
    withStorage((storage) => {
      const newer = new Tables(storage, main, ...others);
      for (const schema of [main, ...others]) newer.prepare(schema);
      const before = everything(storage);
      const tables = new Tables(storage, notes(FIRST));
      for (let call = 0; call < 2; call++) {
        expect(() => tables.exist()).toThrow(refused);
        expect(() => tables.prepare()).toThrow(refused);
      }
      expect(everything(storage)).toEqual(before);
      expect(new Tables(storage, main, ...others).exist()).toBe(true);
    }),
  );

  it("puts an alarm off, which the platform would give up", () =>
    withStorage(async (storage) => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      new Tables(storage, notes(FIRST, SECOND)).prepare();
      expect(new Tables(storage, notes(FIRST)).areReadyForAlarm()).toBe(false);
      expect(await storage.getAlarm()).toBeGreaterThan(Date.now());
      await storage.deleteAlarm();
      expect(new Tables(storage, notes(FIRST, SECOND)).areReadyForAlarm()).toBe(true);
      expect(await storage.getAlarm()).toBeNull();
    }));
});
