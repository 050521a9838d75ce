import type { TaskType } from "../../../domain/task-types/index.ts";
import type { SketchedTask } from "../rank/sketch.ts";
import type { Clause } from "../read/clauses.ts";
import type { Layout } from "./layout.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import type { Referent } from "./referent-index.ts";
import type { ClauseScope } from "./scope.ts";

/** A task of a sketch with all that its arguments may come from. */
export interface SketchTask {
  readonly place: number;
  readonly task: SketchedTask;
  readonly type: TaskType;
  /** What speaks for it of its clause, and the place of that among all. */
  readonly clause: Clause;
  readonly home: number;
  readonly scope: ClauseScope;
  /** The words that decided for it, for notes. */
  readonly why: string;
  /** What the tasks that it is linked to gave. */
  readonly givers: readonly Referent[];
  /** The files that its clause is about; empty when it says nothing of that. */
  readonly about: readonly Referent[];
  /** Those that the clauses of the tasks are about that take what this one gives. */
  readonly takersAbout: readonly Referent[];
  /** Those of every clause. */
  readonly files: readonly (readonly Referent[])[];
  /** All that this plan makes so far. */
  readonly made: readonly Referent[];
  readonly layout: Layout;
  readonly shop: PlanBuilder;
}

/** Makes the tasks of an order. */
export type Maker = (order: SketchTask) => readonly Referent[];
