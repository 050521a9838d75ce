import { describe, expect, it } from "vitest";
import { type Preparation, prepare } from "../../../../scripts/deploy/prepare.ts";
import type { Said } from "../../../../scripts/wrangler.ts";

const SECRET = "5".repeat(64);
const ok = (out: string): Said => ({ isOk: true, out, err: "" });

/** An account without a secret, and what was said and done about it. */
async function preparing(how: Partial<Preparation>) {
  const said: string[] = [];
  const done: (readonly [command: string, input: string | undefined])[] = [];
  const isReady = await prepare({
    look: async ([command]) => ok(command === "whoami" ? '{"loggedIn":true}' : "[]"),
    change: async (args, input) => {
      done.push([args.join(" "), input]);
      return ok("");
    },
    bucket: "files",
    makeSecret: () => SECRET,
    setsUp: false,
    isRead: true,
    say: (text) => said.push(text),
    ...how,
  });
  return { isReady, said: said.join("\n"), done };
}

describe("what is missing for a deployment", () => {
  it("is said with what makes it, and nothing is made", async () => {
    const { isReady, said, done } = await preparing({});
    expect(isReady).toBe(false);
    expect(said).toContain("MISSING IMPRESARIO_SECRET is not set");
    expect(said).toContain("--set-up");
    expect(done).toEqual([]);
  });

  it("is made where that is asked for, and a secret shown once to whoever asked", async () => {
    const { isReady, said, done } = await preparing({ setsUp: true });
    expect(isReady).toBe(true);
    expect(done).toEqual([["secret put IMPRESARIO_SECRET", SECRET]]);
    expect(said.split(SECRET)).toHaveLength(2);
  });

  it("is no secret that a log would keep", async () => {
    const { isReady, said, done } = await preparing({ setsUp: true, isRead: false });
    expect(isReady).toBe(false);
    expect(said).not.toContain(SECRET);
    expect(said).toContain("npx wrangler secret put IMPRESARIO_SECRET");
    expect(done).toEqual([]);
  });

  it("stops everything where it cannot be made", async () => {
    const change = async (): Promise<Said> => ({ isOk: false, out: "", err: "No permission" });
    await expect(preparing({ setsUp: true, change })).rejects.toThrow(
      "wrangler secret put IMPRESARIO_SECRET failed: No permission",
    );
  });
});
