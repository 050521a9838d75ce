import { BASE_KINDS, baseKind, type Kind } from "../../domain/kinds.ts";
import { AREAS, type Area, type Ontology, type Port, type TaskType } from "../../domain/task-types/index.ts";
import { Names } from "./names.ts";

/**
 * A PDDL domain compiled from task types: HIVE's domain library (Vyas et al. 2024, section 3.2.1), one domain
 * per area, the areas a request needs merged into one. Its one idea: a task happens once everything that its
 * inputs are bound to is at hand, and then its outputs are at hand too. Nothing is ever taken away.
 */
export interface DomainText {
  readonly areas: readonly Area[];
  readonly name: string;
  readonly text: string;
  /** The type of the objects that hold something of this kind. */
  typeOfKind(kind: Kind): string;
  /** The type of the objects that stand for tasks of this task type. */
  typeOfTask(type: TaskType): string;
  /** The action by which a task of this type happens. */
  action(type: TaskType): string;
  /** The predicate that binds an input or an output of a task to a value. */
  binds(type: TaskType, side: PortSide, port: Port): string;
}

export type PortSide = "takes" | "gives";

/** The task types of one area. */
export const areaOf = (area: Area, ontology: Ontology): readonly TaskType[] =>
  ontology.all.filter((type) => type.area === area);

/** The domain of the areas that these task types are of. */
export function domainOf(types: readonly TaskType[], ontology: Ontology): DomainText {
  const areas = AREAS.filter((area) => types.some((type) => type.area === area));
  return compileDomain(
    areas.flatMap((area) => areaOf(area, ontology)),
    areas,
  );
}

/** The domain of exactly these task types. Its text is linear in their number. */
export function compileDomain(types: readonly TaskType[], areas: readonly Area[]): DomainText {
  const typeNames = new Names(["object", "value", "task", "either"]);
  const actions = new Names();
  const predicates = new Names(["at-hand", "done"]);
  const kinds = new Set<Kind>(types.flatMap((type) => [...type.inputs, ...type.outputs].flatMap((port) => port.kinds)));
  for (const base of BASE_KINDS) typeNames.of(base, base);
  const subkinds = [...kinds].filter((kind) => baseKind(kind) !== kind);
  for (const kind of subkinds) typeNames.of(kind, kind);

  const vocabulary: Omit<DomainText, "areas" | "name" | "text"> = {
    // A subkind that no port here speaks of is as good as its parent.
    typeOfKind: (kind) => typeNames.of(kinds.has(kind) ? kind : baseKind(kind), kind),
    typeOfTask: (type) => typeNames.of(`task ${type.name}`, `${type.name}-task`),
    action: (type) => actions.of(type.name, type.name),
    binds: (type, side, port) =>
      predicates.of(JSON.stringify([type.name, side, port.name]), `${type.name}-${side}-${port.name}`),
  };
  const name = `impresario-${areas.length > 0 ? areas.join("-and-") : "conversions"}`;
  const lines = [
    `; Areas: ${areas.length > 0 ? areas.join(", ") : "conversions only"}. Compiled from the table of task types.`,
    "; A task happens once all that its inputs are bound to is at hand; then its outputs are at hand as well.",
    `(define (domain ${name})`,
    "  (:requirements :strips :typing :disjunctive-preconditions :universal-preconditions)",
    "  (:types",
    "    task value - object",
    ...BASE_KINDS.map((base) => `    ${vocabulary.typeOfKind(base)} - value`),
    ...subkinds.map((kind) => `    ${vocabulary.typeOfKind(kind)} - ${vocabulary.typeOfKind(baseKind(kind))}`),
    ...types.map((type) => `    ${vocabulary.typeOfTask(type)} - task`),
    "  )",
    "  (:predicates",
    "    (at-hand ?value - value)",
    "    (done ?task - task)",
    ...types.flatMap((type) => predicateLines(type, vocabulary)),
    "  )",
    ...types.flatMap((type) => actionLines(type, vocabulary)),
    ")",
  ];
  return { areas, name, text: `${lines.join("\n")}\n`, ...vocabulary };
}

type Vocabulary = Omit<DomainText, "areas" | "name" | "text">;

const typed = (port: Port, { typeOfKind }: Vocabulary): string => {
  const types = [...new Set(port.kinds.map(typeOfKind))];
  return types.length === 1 ? String(types[0]) : `(either ${types.join(" ")})`;
};

const predicateLines = (type: TaskType, vocabulary: Vocabulary): readonly string[] =>
  [...type.inputs.map((port) => ["takes", port] as const), ...type.outputs.map((port) => ["gives", port] as const)].map(
    ([side, port]) =>
      `    (${vocabulary.binds(type, side, port)} ?task - ${vocabulary.typeOfTask(type)} ?value - ${typed(port, vocabulary)})`,
  );

/**
 * One value that must be there is a parameter; of what is optional or many, all that the task is bound to must be there.
 * That a required input of many values has one at all is left to the direct check: as a condition it would make an
 * action of every value.
 */
const isParameter = (port: Port): boolean => port.required && !port.many;

function actionLines(type: TaskType, vocabulary: Vocabulary): readonly string[] {
  const variables = new Names(["task"]);
  const variable = (side: PortSide, port: Port): string =>
    `?${variables.of(`${side} ${port.name}`, side === "takes" ? port.name : `new-${port.name}`)}`;
  const fixed = type.inputs.filter(isParameter);
  const open = type.inputs.filter((port) => !isParameter(port));
  return [
    "",
    `  ; ${type.description.replaceAll(/[\s\p{C}]+/gu, " ")}`,
    `  (:action ${vocabulary.action(type)}`,
    "    :parameters (",
    `      ?task - ${vocabulary.typeOfTask(type)}`,
    ...fixed.map((port) => `      ${variable("takes", port)} - ${typed(port, vocabulary)}`),
    ...type.outputs.map((port) => `      ${variable("gives", port)} - ${typed(port, vocabulary)}`),
    "    )",
    "    :precondition (and",
    ...fixed.map((port) => {
      const value = variable("takes", port);
      return `      (${vocabulary.binds(type, "takes", port)} ?task ${value}) (at-hand ${value})`;
    }),
    ...open.map((port) => {
      const value = variable("takes", port);
      const binds = `(${vocabulary.binds(type, "takes", port)} ?task ${value})`;
      return `      (forall (${value} - ${typed(port, vocabulary)}) (imply ${binds} (at-hand ${value})))`;
    }),
    ...type.outputs.map((port) => `      (${vocabulary.binds(type, "gives", port)} ?task ${variable("gives", port)})`),
    "    )",
    `    :effect (and (done ?task)${type.outputs.map((port) => ` (at-hand ${variable("gives", port)})`).join("")}))`,
  ];
}
