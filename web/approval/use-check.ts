import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, type PlanOnlyMessage, type PlanView, type RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { reportKey } from "../report/report-key.ts";
import { type Conditions, conditionsOf, dryRunOf, NO_CONDITIONS, withoutModels } from "./dry-run.ts";
import { faultsAtSight, faultsOfIssues, faultsOfRepairs, mendedTasks, type TaskFault } from "./faults.ts";
import type { AvailableValues } from "./options.ts";
import { type Draft, isEdited, type Tasks } from "./plan-edit.ts";

/** Long enough for the next keystroke, short enough to be at once. */
const TYPING_PAUSE_MS = 400;

export interface Check {
  /** `unheard`: the server could not be asked, and proves the plan when it is approved. */
  readonly state: "sound" | "checking" | "unsound" | "unheard";
  readonly faults: readonly TaskFault[];
  /** What a run of it would begin with, or of the last that was sound. */
  readonly plan: PlanView | null;
  /** A sound plan that the server would make of an unsound one. */
  readonly mended: Tasks | null;
  /** Why the server could not be asked. */
  readonly fault: unknown;
  /** With every model open: its candidates are all that there are. */
  readonly open: PlanView | null;
  readonly conditions: Conditions;
}

/** Plans the edited tasks without running them, whenever they rest for a moment. */
export function useCheck(run: RunView, draft: Draft, stock: AvailableValues): Check {
  const client = useClient();
  const report = useQuery({
    queryKey: reportKey(run),
    queryFn: ({ signal }) => client.report(run.id, "json", { signal }),
    select: conditionsOf,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const conditions = report.data ?? NO_CONDITIONS;
  const planOf = (request: PlanOnlyMessage) => ({
    queryKey: ["dry-run", request],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => client.plan(request, { signal }),
    // Without what is asked of models, others would be shown.
    enabled: !report.isPending,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const open = useQuery(planOf(dryRunOf(run, withoutModels(draft.proposed), conditions)));
  const settled = useDebounced(draft.tasks, TYPING_PAUSE_MS);
  const checked = useQuery({
    ...planOf(dryRunOf(run, settled, conditions)),
    enabled: !report.isPending && settled.length > 0,
    placeholderData: keepPreviousData,
  });

  const atSight = faultsAtSight(draft.tasks, stock.types);
  const isSettled = settled === draft.tasks && !checked.isPlaceholderData && !checked.isFetching;
  const told = isSettled ? toldFaults(checked.data, checked.error, open.data, draft) : [];
  const faults = atSight.length > 0 ? atSight : told;
  const isRefused = checked.error instanceof ApiError && checked.error.code === "plan-unsound";
  return {
    state: stateOf(draft, { faults, isSettled, fault: checked.error }),
    faults,
    plan: checked.data ?? null,
    mended: isSettled && faults.length > 0 ? mendedTasks(checked.data, atSight) : null,
    fault: isSettled && !isRefused ? checked.error : null,
    open: open.data ?? null,
    conditions,
  };
}

function stateOf(
  draft: Draft,
  {
    faults,
    isSettled,
    fault,
  }: { readonly faults: readonly TaskFault[]; readonly isSettled: boolean; readonly fault: unknown },
): Check["state"] {
  if (faults.length > 0) return "unsound";
  // What was proposed is proved already.
  if (!isEdited(draft)) return "sound";
  if (!isSettled) return "checking";
  return fault ? "unheard" : "sound";
}

function toldFaults(
  plan: PlanView | undefined,
  fault: unknown,
  proposed: PlanView | undefined,
  draft: Draft,
): readonly TaskFault[] {
  if (!isEdited(draft)) return [];
  if (fault instanceof ApiError && fault.code === "plan-unsound") {
    const faults = faultsOfIssues(fault.issues, draft.tasks);
    return faults.length > 0 ? faults : [{ task: null, port: null, message: fault.detail }];
  }
  if (!plan || fault) return [];
  if (plan.as !== "plan") return [{ task: null, port: null, message: plan.text ?? "There is nothing to run" }];
  return faultsOfRepairs(plan.repairs, proposed?.repairs ?? [], draft.tasks);
}

/** A value, once it has not changed for a while. */
function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
