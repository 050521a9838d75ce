import type { Constraints } from "../domain/constraints.ts";
import type { Expert } from "../domain/experts.ts";
import { gradeOf } from "./grade.ts";
import type { Preference } from "./preference.ts";

/** The wish for the smallest or the largest model, over those that satisfy every condition; sizes that nobody knows come last. */
export function bySize(
  prefer: NonNullable<NonNullable<Constraints["size"]>["prefer"]>,
  taskType: string,
  satisfying: readonly Expert[],
): Preference {
  const sign = prefer === "smallest" ? 1 : -1;
  if (satisfying.every(({ facts }) => facts.parameters === null)) {
    return {
      keys: [],
      why: () => "Nobody says how large the models for it are, so that the usual order stands",
      note: `For ${taskType} the size of no model that can be used here is known, so that the usual order stands.`,
    };
  }
  return {
    keys: [({ facts }) => Number(facts.parameters === null), ({ facts }) => sign * (facts.parameters ?? 0)],
    why: (expert) => {
      const { parameters } = expert.facts;
      if (parameters === null) return "Its size is not known, so behind those whose size is";
      const ahead = satisfying.filter(
        (other) =>
          gradeOf(other) === gradeOf(expert) &&
          other.facts.parameters !== null &&
          sign * other.facts.parameters < sign * parameters,
      ).length;
      if (ahead === 0) return `The ${prefer}`;
      return `${ahead} ${ahead === 1 ? "is" : "are"} ${prefer === "smallest" ? "smaller" : "larger"}`;
    },
    note: null,
  };
}
