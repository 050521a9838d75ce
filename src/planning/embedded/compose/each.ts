import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { askFor } from "../ask.ts";
import { Chooser } from "../choose.ts";
import { namesOf, type PlanBuilder, type PlannedArgument } from "../plan-builder.ts";
import type { Intent } from "../recognise.ts";
import type { Referent } from "../referent-index.ts";
import type { ClauseScope, ScopedPart } from "../scope.ts";
import { asInstruction, asPrompt } from "../wording.ts";

/** Makes the tasks of one intent of a clause, and says what they give. */
export type Composer = (
  intent: Intent,
  scope: ClauseScope,
  own: readonly ScopedPart[],
  shop: PlanBuilder,
) => readonly Referent[];

/** Ports that are filled from the words of the clause and never from the thing it is about. */
const SLOTS: ReadonlySet<string> = new Set(["question", "labels", "language", "target-language", "source-language"]);

/** The port for what a task works on. */
export const objectPort = (type: TaskType): Port | undefined =>
  type.inputs.find((port) => port.required && !SLOTS.has(port.name)) ??
  type.inputs.find((port) => !SLOTS.has(port.name));

/** One task for each object of the clause; further ports are filled by `slots`. */
export const onEach =
  (
    slots: (
      type: TaskType,
      scope: ClauseScope,
      object: Referent,
      intent: Intent,
      shop: PlanBuilder,
    ) => readonly PlannedArgument[],
  ): Composer =>
  (intent, scope, own, shop) => {
    const type = shop.ontology.get(intent.type);
    const port = type && objectPort(type);
    if (!type || !port) return [];
    const objects = new Chooser(shop).objects(type, port, scope, own);
    if (objects.length === 0) shop.ask(askFor(type, port));
    if (objects.length > 0) shop.note(`${type.name} on ${namesOf(objects)}, because of "${intent.words}".`);
    return objects.flatMap((object) => {
      const supplied = shop.supply(object, port, type.name);
      if (!supplied) return [];
      const more = slots(type, scope, supplied.thing, intent, shop);
      const language = more.find((argument) => argument.port === "target-language")?.binding;
      const spoken = language?.from === "literal" && typeof language.value === "string" ? language.value : null;
      const made = shop.add(
        type.name,
        [{ port: port.name, binding: supplied.binding, things: [supplied.thing] }, ...more],
        spoken,
      );
      return made ? [made] : [];
    });
  };

export const literal = (port: string, value: string | readonly string[]): PlannedArgument => ({
  port,
  binding: { from: "literal", value },
  things: [],
});

/** One task for each object, and nothing else to say. */
export const plain = onEach((type, scope, _object, _intent, shop) => [
  ...otherPorts(type, scope, shop),
  ...instructionFor(type, scope),
]);

/** The words of the clause, for types that take an instruction beside their text. */
export const instructionFor = (type: TaskType, scope: ClauseScope): readonly PlannedArgument[] =>
  type.inputs.some(({ name }) => name === "instruction") ? [literal("instruction", asInstruction(scope.clause))] : [];

/** A deployment's own task types may have further required ports: each takes the next thing that fits. */
function otherPorts(type: TaskType, scope: ClauseScope, shop: PlanBuilder): readonly PlannedArgument[] {
  const first = objectPort(type);
  return type.inputs.flatMap((port) => {
    if (!port.required || port === first) return [];
    const words = port.name === "question" || port.name === "text" ? asPrompt(scope.clause, scope.quotes) : null;
    if (words !== null && words !== "") return [literal(port.name, words)];
    if (port.name === "labels" && scope.labels) return [literal(port.name, scope.labels)];
    const [thing] = new Chooser(shop).objects(type, port, scope);
    const supplied = thing && shop.supply(thing, port, type.name);
    if (!supplied) {
      shop.ask(askFor(type, port));
      return [];
    }
    return [{ port: port.name, binding: supplied.binding, things: [supplied.thing] }];
  });
}
