import { describe, expect, it } from "vitest";
import { type HookSecrets, MAX_SECRETS, rotate, secretsAt } from "../../../src/domain/hooks/hook.ts";

const HOUR_MS = 60 * 60_000;
const first: HookSecrets = { inbound: [{ secret: "a", until: null }], outbound: "told" };

describe("the secrets of a hook", () => {
  it("change over: the one before is good for as long as it is said, and no longer", () => {
    const changed = rotate(first, "b", HOUR_MS, 1_000);
    expect(secretsAt(changed, 1_000)).toEqual(["b", "a"]);
    expect(secretsAt(changed, 999 + HOUR_MS)).toEqual(["b", "a"]);
    expect(secretsAt(changed, 1_000 + HOUR_MS)).toEqual(["b"]);
    expect(changed.outbound).toBe("told");
  });

  it("end sooner where that is said, and never later than was said before", () => {
    const changed = rotate(first, "b", HOUR_MS, 0);
    expect(secretsAt(rotate(changed, "c", 24 * HOUR_MS, 0), HOUR_MS)).toEqual(["c", "b"]);
    expect(secretsAt(rotate(changed, "c", 0, 0), 0)).toEqual(["c"]);
  });

  it("are each there once, and so many at the most", () => {
    expect(secretsAt(rotate(first, "a", HOUR_MS, 0), 0)).toEqual(["a"]);
    const many = [..."bcdefgh"].reduce((secrets, one) => rotate(secrets, one, HOUR_MS, 0), first);
    expect(secretsAt(many, 0)).toEqual(["h", "g", "f", "e"]);
    expect(many.inbound).toHaveLength(MAX_SECRETS);
  });
});
