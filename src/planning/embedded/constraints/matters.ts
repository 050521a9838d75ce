import type { PhraseMeaning } from "./rule.ts";

/** The largest of the models below 10B: a wish and a bound share their words and are two matters. */
const matters = ({ constraints: { size, ...constraints } = {}, budget = {} }: PhraseMeaning): readonly string[] => [
  ...(size?.prefer === undefined ? [] : ["size.prefer"]),
  ...([size?.min, size?.max, size?.maxBytes].some((bound) => bound !== undefined) ? ["size"] : []),
  ...Object.keys(constraints),
  ...Object.keys(budget),
];
/** Whether two phrases speak of the same thing. */
export const sameMatter = (a: PhraseMeaning, b: PhraseMeaning): boolean =>
  matters(a).some((matter) => matters(b).includes(matter));
