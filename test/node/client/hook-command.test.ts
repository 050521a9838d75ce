import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useCommandLine } from "./use-command-line.ts";

const { now, run } = useCommandLine();

const hook = {
  ...{ id: "hook_1", url: "https://s.test/hooks/hook_1", name: "", source: "github", template: "Sum {{body}}" },
  ...{ secret: "s3cret", webhook: { url: "https://receiver.test/in", events: ["run.succeeded"] } },
};

describe("a hook whose runs are reported", () => {
  it("is printed with both of its secrets, as neither is shown again", async () => {
    await writeFile(join(now.folder, "h.json"), JSON.stringify({ webhook: { url: "https://receiver.test/in" } }));
    const answers = { "POST /v1/hooks": { ...hook, webhookSecret: "whsec_1" } };
    const given = ["hooks", "add", "--source", "github", "--template", "Sum {{body}}", "--from", "h.json"];
    expect(await run(given, { events: [], answers })).toBe(0);
    expect(JSON.parse(now.server?.seen[0]?.body ?? "null")).toMatchObject({ webhook: { url: hook.webhook.url } });
    expect(now.output).toContain("secret         s3cret\n");
    expect(now.output).toContain("webhookSecret  whsec_1\n");
  });

  it("keeps the second one when the first is changed", async () => {
    expect(
      await run(["hooks", "rotate", "hook_1"], { events: [], answers: { "POST /v1/hooks/hook_1/rotate": hook } }),
    ).toBe(0);
    expect(now.output).not.toContain("webhookSecret");
  });
});
