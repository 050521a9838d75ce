import type { Ontology, Port, TaskType } from "../../domain/task-types/index.ts";

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

const describeInput = ({ name, kinds, required, many }: Port): string =>
  `${name}${required ? "" : "?"}: ${many ? "many " : ""}${kinds.join(" or ")}`;
