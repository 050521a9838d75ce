import type { Constraints } from "../../domain/constraints.ts";
import type { SelectionContext } from "../condition.ts";
import { expertIndexOf } from "../expert-index.ts";

type Benchmark = NonNullable<Constraints["benchmark"]>;

/** The task type that a wish is tied to, by its name where that is known; `undefined` where it is tied to none. */
export const taskTypeOf = (benchmark: Benchmark, ontology: SelectionContext["ontology"]): string | undefined =>
  benchmark.for === undefined ? undefined : (ontology.read(benchmark.for)?.name ?? benchmark.for);

/**
 * Whether a wish for a benchmark is about a task type: the one it is tied to, or else those of the plan that figures on
 * it are known for. Where none are, it is about all of them, so that it is not lost in silence.
 */
export function isAbout(
  benchmark: Benchmark,
  taskType: string,
  { cast, ontology, taskTypes }: SelectionContext,
): boolean {
  const tied = taskTypeOf(benchmark, ontology);
  if (tied !== undefined) return tied === taskType;
  const isKnown = (type: string): boolean => expertIndexOf(cast.experts(type)).meant(benchmark.name).length > 0;
  return isKnown(taskType) || !taskTypes.some(isKnown);
}
