import { describe, expect, it } from "vitest";
import { type SelectionOptions, selectionOptionsOf } from "../../src/domain/selection.ts";

describe("the selection options in a larger object", () => {
  it("are its own, and nothing else of it", () => {
    const options: SelectionOptions = { selection: "language", controller: "openai", planning: "light" };
    const message = { ...options, text: "Hi" };
    expect(selectionOptionsOf(message)).toEqual(options);
  });

  it("name no way of planning that is no more", () => {
    const stored: unknown = { controller: "openai", planning: "formal" };
    expect(selectionOptionsOf(stored as SelectionOptions)).toEqual({ controller: "openai" });
  });
});
