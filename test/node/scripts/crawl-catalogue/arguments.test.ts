import { describe, expect, it } from "vitest";
import { HELP, readArguments, UsageError } from "../../../../scripts/crawl-catalogue/arguments.ts";
import { DEFAULT_PLAN } from "../../../../src/catalogue/crawl/into-r2.ts";

describe("the arguments of npm run catalogue:crawl", () => {
  it.each<[string, object]>([
    ["", { do: "work", what: "crawl", state: null, plan: DEFAULT_PLAN, force: false }],
    ["--force", { what: "crawl", force: true }],
    ["--help", { do: "help" }],
    ["--pages 2 --cards 0", { what: "crawl", plan: { ...DEFAULT_PLAN, maxPages: 2, maxCards: 0 } }],
    ["--hub http://127.0.0.1:9000/x", { plan: { ...DEFAULT_PLAN, hub: "http://127.0.0.1:9000", router: null } }],
    ["--hub http://a.test --router http://b.test", { plan: { hub: "http://a.test", router: "http://b.test" } }],
    ["--list --state there", { what: "list", state: "there" }],
    ["--rollback", { what: "rollback", to: null }],
    ["--rollback starter", { what: "rollback", to: "starter" }],
    ["--rollback 20261122-025150-45ed520a", { what: "rollback", to: "20261122-025150-45ed520a" }],
  ])("%s", (words, expected) => {
    expect(readArguments(words.split(" ").filter((word) => word !== ""))).toMatchObject(expected);
  });

  it.each<[string, string]>([
    ["--pages x", '--pages is a whole number, not "x".'],
    ["--pages 0", "--pages: "],
    ["--cards 900000", "--cards: "],
    ["--hub huggingface.co", "--hub is an address"],
    ["--hub file:///etc", "--hub is an address"],
    ["--router nowhere", "--router is an address"],
    ["20261122", "There is nothing to do with"],
    ["--rollback a b", "There is nothing to do with"],
    ["--quick", "Unknown option"],
  ])("refuse %s", (words, message) => {
    const call = () => readArguments(words.split(" "));
    expect(call).toThrow(UsageError);
    expect(call).toThrow(message);
  });

  it("are all told by --help", () => {
    for (const option of [
      "--hub",
      "--router",
      "--pages",
      "--cards",
      "--force",
      "--list",
      "--rollback",
      "--state",
      "HF_TOKEN",
    ]) {
      expect(HELP).toContain(option);
    }
  });
});
