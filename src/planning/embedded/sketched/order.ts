import type { TaskType } from "../../../domain/task-types/index.ts";
import type { Clause } from "../clauses.ts";
import type { Intent } from "../recognise.ts";
import type { Thing } from "../scene.ts";
import type { Scope } from "../scope.ts";
import type { SketchedTask } from "../trained/sketch.ts";
import type { Workshop } from "../workshop.ts";
import type { Layout } from "./layout.ts";

/** A task of a sketch with all that its arguments may come from. */
export interface Order {
  readonly place: number;
  readonly task: SketchedTask;
  readonly type: TaskType;
  /** What speaks for it of its clause, and the place of that among all. */
  readonly clause: Clause;
  readonly home: number;
  readonly scope: Scope;
  readonly intent: Intent;
  /** What the tasks that it is linked to gave. */
  readonly givers: readonly Thing[];
  /** The files that its clause is about; empty when it says nothing of that. */
  readonly about: readonly Thing[];
  /** Those that the clauses of the tasks are about that take what this one gives. */
  readonly takersAbout: readonly Thing[];
  /** Those of every clause. */
  readonly files: readonly (readonly Thing[])[];
  /** All that this plan makes so far. */
  readonly made: readonly Thing[];
  readonly layout: Layout;
  readonly shop: Workshop;
}

/** Makes the tasks of an order. */
export type Maker = (order: Order) => readonly Thing[];
