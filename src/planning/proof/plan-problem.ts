import { asText } from "../../domain/excerpt.ts";
import type { JsonValue } from "../../domain/json.ts";
import type { Kind } from "../../domain/kinds.ts";
import { goals, type Plan, type SingleBinding, singles, type Task, type TaskId } from "../../domain/plan.ts";
import type { Resource } from "../../domain/resources.ts";
import type { Port, TaskType } from "../../domain/task-types/index.ts";
import type { DomainText } from "./domain-text.ts";
import { inMessage, type PlanContext } from "./faults.ts";
import { literalFits } from "./literals.ts";
import { Names } from "./names.ts";

/** A plan as a PDDL problem: what is at hand, what each task is bound to, and the plan's last tasks as goals. */
export interface ProblemText {
  readonly text: string;
  /** By the name of the object that stands for it. */
  readonly tasks: ReadonlyMap<string, TaskId>;
  readonly values: ReadonlyMap<string, PlanValue>;
}

/** A value of a plan: there from the start, or made by a task. */
export type PlanValue =
  | { readonly by: "resource"; readonly resource: Resource }
  | { readonly by: "literal"; readonly value: JsonValue }
  | { readonly by: "task"; readonly task: TaskId; readonly output: string };

/** Words of the language itself, which a reader may not take for names. */
const RESERVED = ["and", "or", "not", "imply", "forall", "exists", "when", "either", "define", "object", "increase"];

/** Files at hand that no task is bound to are shown too, up to so many: more would bury the plan. */
const MAX_IDLE_RESOURCES = 16;

/** The problem of a plan that `checkPlan` finds nothing wrong with. Its text is linear in the size of the plan. */
export function problemOf(plan: Plan, context: PlanContext, domain: DomainText): ProblemText {
  const writer = new ProblemWriter(plan, context, domain);
  return writer.write();
}

interface PlannedTask {
  readonly task: Task;
  readonly type: TaskType;
  readonly object: string;
}

class ProblemWriter {
  readonly #names: Names;
  readonly #domain: DomainText;
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #tasks: readonly PlannedTask[];
  readonly #goals: readonly Task[];
  readonly #objects: string[] = [];
  readonly #init: string[] = [];
  readonly #values = new Map<string, PlanValue>();

  constructor(plan: Plan, { resources, ontology }: PlanContext, domain: DomainText) {
    this.#domain = domain;
    this.#names = new Names(RESERVED);
    this.#resources = new Map(resources.map((resource) => [resource.id, resource]));
    this.#tasks = plan.tasks.flatMap((task) => {
      const type = ontology.get(task.type);
      return type ? [{ task, type, object: this.#taskName(task.id) }] : [];
    });
    this.#goals = goals(plan);
  }

  write(): ProblemText {
    const domain = this.#domain;
    const bindings: string[] = [];
    for (const { task, type, object } of this.#tasks) {
      this.#objects.push(`${object} - ${domain.typeOfTask(type)}`);
      for (const port of type.outputs) {
        const value = this.#output(task.id, port.name);
        this.#declare(value, port.kinds[0] ?? "data", { by: "task", task: task.id, output: port.name }, "");
        bindings.push(`(${domain.binds(type, "gives", port)} ${object} ${value})`);
      }
    }
    for (const { task, type, object } of this.#tasks) {
      for (const [port, single] of boundInputs(task, type)) {
        bindings.push(`(${domain.binds(type, "takes", port)} ${object} ${this.#valueOf(single, port)})`);
      }
    }
    for (const resource of [...this.#resources.values()].slice(0, MAX_IDLE_RESOURCES)) this.#resource(resource);
    const goal = this.#goals.map(({ id }) => `(done ${this.#taskName(id)})`);
    const lines = [
      "(define (problem plan)",
      `  (:domain ${domain.name})`,
      "  (:objects",
      ...this.#objects.map((line) => `    ${line}`),
      "  )",
      "  (:init",
      ...[...this.#init, ...bindings].map((line) => `    ${line}`),
      "  )",
      `  (:goal (and ${goal.join(" ")})))`,
    ];
    return {
      text: `${lines.join("\n")}\n`,
      tasks: new Map(this.#tasks.map(({ object, task }) => [object, task.id])),
      values: this.#values,
    };
  }

  #taskName(id: TaskId): string {
    return this.#names.of(`task ${id}`, `task-${id}`);
  }

  #output(id: TaskId, port: string): string {
    return this.#names.of(`output ${id} ${port}`, `task-${id}-${port}`);
  }

  #valueOf(single: SingleBinding, port: Port): string {
    switch (single.from) {
      case "task":
        return this.#output(single.task, single.output);
      case "resource": {
        const resource = this.#resources.get(single.resource);
        // `checkPlan` has seen to it that every resource is there.
        return resource ? this.#resource(resource) : single.resource;
      }
      case "literal": {
        const written = JSON.stringify(single.value);
        const shown = inMessage(asText(single.value));
        const name = this.#names.of(`literal ${port.kinds.join(" ")} ${written}`, "literal");
        const kind = port.kinds.find((one) => literalFits(single.value, [one])) ?? "text";
        return this.#atHand(name, kind, { by: "literal", value: single.value }, shown);
      }
    }
  }

  #resource(resource: Resource): string {
    const name = this.#names.of(`resource ${resource.id}`, resource.name);
    return this.#atHand(name, resource.kind, { by: "resource", resource }, inMessage(resource.name));
  }

  #atHand(name: string, kind: Kind, value: PlanValue, comment: string): string {
    if (!this.#values.has(name)) {
      this.#declare(name, kind, value, comment);
      this.#init.push(`(at-hand ${name})`);
    }
    return name;
  }

  #declare(name: string, kind: Kind, value: PlanValue, comment: string): void {
    this.#values.set(name, value);
    const remark = comment === "" ? "" : ` ; ${comment.replaceAll(/\p{C}/gu, "")}`;
    this.#objects.push(`${name} - ${this.#domain.typeOfKind(kind)}${remark}`);
  }
}

/** Every port of a task with each value that it is bound to. */
function boundInputs(task: Task, type: TaskType): readonly (readonly [Port, SingleBinding])[] {
  return type.inputs.flatMap((port) => {
    const binding = Object.hasOwn(task.args, port.name) ? task.args[port.name] : undefined;
    return binding ? singles(binding).map((single) => [port, single] as const) : [];
  });
}
