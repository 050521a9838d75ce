import type { Ontology, Port, SaidValue, TaskType } from "../../domain/task-types/index.ts";

/** Of a task type's description; a deployment may write long ones. */
const MAX_DESCRIPTION_CHARS = 160;

/** The task types of a deployment that pass, one a line: `- name(inputs) → outputs: what it does`. */
export const describeTypes = (ontology: Ontology, passes: (type: TaskType) => boolean = () => true): string =>
  ontology.all.filter(passes).map(describeType).join("\n");

const describeType = ({ name, inputs, outputs, description }: TaskType): string => {
  const gives = outputs.map((port) => `${port.name}: ${port.kinds.join(" or ")}`).join(", ");
  const does = description.replaceAll(/\s+/g, " ").slice(0, MAX_DESCRIPTION_CHARS);
  return `- ${name}(${inputs.map(describeInput).join(", ")}) → ${gives}: ${does}`;
};

const describeInput = ({ name, kinds, required, many, takes }: Port): string =>
  `${name}${required ? "" : "?"}: ${takes ? describeSaid(takes) : `${many ? "many " : ""}${kinds.join(" or ")}`}`;

/** Of the values of a choice; a tool may have a hundred. */
const MAX_CHOICES_SHOWN = 12;

function describeSaid(takes: SaidValue): string {
  if (takes.as === "boolean") return "true or false";
  if (takes.as === "place")
    return `${takes.isList ? "paths or addresses" : "a path or an address"} of its own, never a file`;
  if (takes.as === "number") return takes.isWhole ? "whole number" : "number";
  const shown = takes.of.slice(0, MAX_CHOICES_SHOWN).map((value) => JSON.stringify(value));
  return `one of ${shown.join(", ")}${takes.of.length > shown.length ? ", …" : ""}`;
}
