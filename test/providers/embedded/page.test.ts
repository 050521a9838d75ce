import { describe, expect, it } from "vitest";
import page from "../../../docs/embedded-experts.md?raw";
import { EMBEDDED_EXPERTS } from "../../../src/providers/embedded/index.ts";

describe("docs/embedded-experts.md", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));

  /** The row of a task type: of one model there may be several. */
  const rowOf = (taskType: string): string | undefined =>
    rows.find((line) => line.split("|")[1]?.includes(`\`${taskType}\``));

  it.each(EMBEDDED_EXPERTS.map(({ taskType, model, licence, grade }) => ({ taskType, model, licence, grade })))(
    "has the right model, grade and licence for $taskType",
    ({ taskType, model, licence, grade }) => {
      const row = rowOf(taskType);
      expect(row).toContain(`| \`${model}\` |`);
      expect(row).toContain(`| ${grade} |`);
      expect(row).toContain(`| ${licence} |`);
    },
  );

  it("has no task type that is gone", () => {
    const named = rows.flatMap((row) =>
      [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
    );
    expect(named.toSorted()).toEqual(EMBEDDED_EXPERTS.map(({ taskType }) => taskType).toSorted());
  });
});
