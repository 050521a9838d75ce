import type { ReadContext } from "./place.ts";
import type { Finding } from "./said.ts";

/** The findings of one clause that cannot all hold, or of which it says that either may: "whisper or an MIT model". */
export function contradictionsIn({ clauses, marked }: ReadContext, findings: readonly Finding[]): readonly Finding[] {
  return clauses.flatMap((clause) => {
    const inside = findings.filter(({ about }) => clause.start <= about.start && about.end <= clause.end);
    return inside.filter((one) =>
      inside.some((other) => one !== other && (contradict(one, other) || areEither(marked, one, other))),
    );
  });
}

/** Local and at some provider, or a model of a family that is refused. */
function contradict({ constraints: one = {} }: Finding, { constraints: other = {} }: Finding): boolean {
  const isLocal = (names: readonly string[] = []): boolean => names.includes("local");
  const [places, others] = [one.provider?.allow, other.provider?.allow];
  if (places && others && isLocal(places) !== isLocal(others)) return true;
  const clash = (allow: readonly string[] = [], deny: readonly string[] = []): boolean =>
    allow.some((name) => deny.some((part) => name.toLowerCase().includes(part.toLowerCase())));
  return clash(one.model?.allow, other.model?.deny) || clash(other.model?.allow, one.model?.deny);
}

const EITHER = /\bor (?!less|fewer|smaller|below|under|more|larger|above|so\b)/;
const NAMED = ["licence", "provider", "model"] as const;
/** Two kinds of names with "or" between them: which of both holds cannot be said. */
function areEither(marked: string, one: Finding, other: Finding): boolean {
  const [first, second] = one.about.start < other.about.start ? [one, other] : [other, one];
  const kindOf = ({ constraints = {} }: Finding) => NAMED.find((kind) => constraints[kind]?.allow !== undefined);
  const [kind, next] = [kindOf(first), kindOf(second)];
  return (
    kind !== undefined &&
    next !== undefined &&
    kind !== next &&
    EITHER.test(marked.slice(first.about.end, second.about.start))
  );
}
