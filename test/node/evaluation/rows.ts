import type { Label, RecordedPlan } from "../../../evaluation/suites/taskbench/read-rows.ts";

/** Links from `"A > B"`. */
export const links = (...written: readonly string[]) =>
  written.map((link) => {
    const [source = "", target = ""] = link.split(" > ");
    return { source, target };
  });

export const label = (id: string, nodes: readonly string[], ...written: readonly string[]): Label => ({
  id,
  nodes,
  links: links(...written),
});

/** A recorded plan with one argument list per node. */
export const recorded = (plan: Partial<RecordedPlan>): RecordedPlan => ({
  id: "1",
  llm: "small-1b",
  request: "",
  nodes: [],
  arguments: [],
  links: [],
  malformedLinks: 0,
  ...plan,
});
