import { describe, expect, it } from "vitest";
import { slackBody } from "../../../src/domain/hooks/slack-body.ts";

const run = (answer: string | null) => ({ status: "succeeded", answer, files: [] }) as const;
const textOf = (answer: string): string => slackBody(run(answer)).text;

describe("an answer in Slack", () => {
  it("goes to who asked, and leaves what was said before", () => {
    expect(slackBody(run("Done."))).toEqual({ response_type: "ephemeral", replace_original: false, text: "Done." });
  });

  it.each([
    ["**Summary:** it *crashes*", "*Summary:* it *crashes*"],
    ["## Results\n- one\n  * two", "*Results*\n• one\n  • two"],
    ["[canny-0.png](/v1/resources/res_1) is [here](https://a.example/x)", "canny-0.png is here"],
    ["![a picture](https://evil.example/?q=1)", "a picture"],
    ["1 \\* 2 \\_ 3 \\# 4", "1 * 2 _ 3 # 4"],
  ])("is written in its markup: %j", (answer, text) => {
    expect(textOf(answer)).toBe(text);
  });

  it.each([
    ["everybody", "<!channel> look", "&lt;!channel&gt; look"],
    ["a person", "<@U1234> look", "&lt;@U1234&gt; look"],
    ["a link of its own", "<https://evil.example|your bank>", "&lt;https://evil.example|your bank&gt;"],
    ["an escape that is undone", "\\<!here\\> &lt;!here&gt;", "&lt;!here&gt; &amp;lt;!here&amp;gt;"],
  ])("calls for nobody: %s", (_, answer, text) => {
    expect(textOf(answer)).toBe(text);
  });

  it("links files by their names, which cannot end a link", () => {
    const files = [
      { name: "edges.png", url: "https://a.example/r?x=1&y=2" },
      { name: "x>|<!channel>\n", url: "https://a.example/|<" },
    ];
    expect(slackBody({ ...run("Done."), files }).text).toBe(
      "Done.\n• <https://a.example/r?x=1&amp;y=2|edges.png>\n• <https://a.example/%7C&lt;|x&gt; &lt;!channel&gt; >",
    );
  });

  it.each([
    ["failed", { error: { message: "No model <x>" } }, "That did not work.\nNo model &lt;x&gt;"],
    ["cancelled", {}, "That was cancelled."],
    ["paused", { pause: { message: "The budget is used up" } }, "It is paused.\nThe budget is used up"],
    ["succeeded", {}, "It is done."],
  ] as const)("says of a run that %s and has no answer what became of it", (status, more, text) => {
    expect(slackBody({ status, answer: null, files: [], ...more }).text).toBe(text);
  });

  it("is cut where nobody reads on, with no character taken apart", () => {
    const text = textOf(`x${"🐴".repeat(10_000)}`);
    expect(text.length).toBeLessThan(8_100);
    expect(text.isWellFormed()).toBe(true);
    expect(slackBody({ ...run("x"), files: Array(50).fill({ name: "a", url: "b" }) }).text.split("\n")).toHaveLength(
      21,
    );
  });
});
