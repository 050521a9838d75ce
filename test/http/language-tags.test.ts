import { describe, expect, it } from "vitest";
import { constraints } from "../../src/http/schemas/constraints.ts";

describe("the language that models must know", () => {
  it.each(["de", "pt-BR", "zh-Hans", "haw", "EN"])("may be %s", (language) => {
    expect(constraints.safeParse({ language }).success).toBe(true);
  });

  it.each(["xx-nonsense", "qqx", "german", "", "de_DE", "-"])("may not be %j", (language) => {
    expect(constraints.safeParse({ language }).success).toBe(false);
  });
});
