import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RunReport, RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useRun } from "../api/use-run.ts";
import { reportKey } from "./report-key.ts";

export interface ReadReport {
  readonly run: RunView | null;
  readonly report: RunReport | null;
  readonly fault: unknown;
}

/** The report of a run, read again when the run goes from one status to another, and so at its end. */
export function useReport(id: string): ReadReport {
  const client = useClient();
  const { run, fault } = useRun(id);
  const report = useQuery({
    queryKey: run === null ? ["report", id] : reportKey(run),
    queryFn: ({ signal }) => client.report(id, "json", { signal }),
    enabled: run !== null,
    placeholderData: keepPreviousData,
  });
  return { run, report: report.data ?? null, fault: fault ?? report.error };
}
