import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { ApiError, type RunReport, type RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useRun } from "../api/use-run.ts";
import { numberOf } from "../plan/titles.ts";
import { Fault } from "../ui/fault.tsx";
import Markdown from "../ui/markdown.tsx";
import { NotHere } from "../ui/not-here.tsx";
import page from "../ui/page.module.css";
import { Status } from "../ui/status.tsx";
import { useTitle } from "../ui/use-title.ts";
import { Contents, type Entry } from "./contents.tsx";
import { Section } from "./facts.tsx";
import { PlanSection } from "./plan-section.tsx";
import styles from "./report.module.css";
import { ReportActions } from "./report-actions.tsx";
import { reportKey } from "./report-key.ts";
import { RequestSection } from "./request-section.tsx";
import { TaskSection } from "./task-section.tsx";
import { FilesSection, TotalsSection } from "./totals-section.tsx";

/** Why a run came out as it did. @param id of the run */
export default function ReportPage({ id }: { readonly id: string }) {
  const { run, report, fault } = useReport(id);
  const isGone = run === null && fault instanceof ApiError && fault.status === 404;
  useTitle(isGone ? "No such run" : "Why");
  if (run && report) return <ReportShown run={run} report={report} fault={fault} />;
  if (isGone) return <NotHere what="run" onward="Begin a new request" />;
  return (
    <div className={page.page}>
      <h1>Why</h1>
      {fault ? <Fault fault={fault} /> : <p role="status">The report is being read.</p>}
    </div>
  );
}

function ReportShown({
  run,
  report,
  fault,
}: {
  readonly run: RunView;
  readonly report: RunReport;
  readonly fault: unknown;
}) {
  const [withPddl, setWithPddl] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  useOpenForPrint(whole);
  const answer = answerOf(report);
  const hasPlan = report.tasks.length > 0;
  return (
    <div ref={whole} className={styles.page}>
      <header className={styles.top}>
        <p className={styles.unprinted}>
          <Link
            href={`/chat/${encodeURIComponent(run.conversation)}?run=${encodeURIComponent(run.id)}`}
            className={styles.back}
          >
            <ArrowLeft size={18} aria-hidden /> Back to the conversation
          </Link>
        </p>
        <h1>Why it came out so</h1>
        <p className={styles.meta}>
          <Status status={run.status} /> begun {dateAndTime.format(new Date(report.startedAt))}{" "}
          <code className={styles.soft}>{report.run}</code>
        </p>
        <ReportActions id={report.run} withPddl={withPddl} onWithPddl={setWithPddl} />
        <div role="status">
          {run.endedAt === null ? (
            <p className={styles.underWay}>
              {stateInWords(report)} This is how it stands now; the page is brought up to date when it ends.
            </p>
          ) : null}
        </div>
        {fault ? <Fault fault={fault} /> : null}
      </header>
      <Contents entries={entriesOf(report)} />
      <div className={styles.sections}>
        <RequestSection report={report} />
        {report.error ? (
          <Section id="failure" title={failureTitle(report)}>
            <p className={styles.failed}>
              {report.error.message} <code>{report.error.code}</code>
            </p>
          </Section>
        ) : null}
        {answer === null ? null : (
          <Section id="answer" title="The answer">
            <div className={styles.answer}>
              <Markdown text={answer} files={run.files} />
            </div>
          </Section>
        )}
        {hasPlan ? (
          <>
            <PlanSection report={report} withPddl={withPddl} />
            <Section id="tasks" title="Task by task">
              {report.tasks.map((task) => (
                <TaskSection key={task.id} task={task} understood={report.understood} files={run.files} />
              ))}
            </Section>
          </>
        ) : null}
        <TotalsSection report={report} />
        <FilesSection report={report} files={run.files} />
      </div>
    </div>
  );
}

const dateAndTime = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

function stateInWords({ pause, status }: RunReport): string {
  if (pause) return `The run is paused: ${pause.message}.`;
  return status === "awaiting-approval" ? "The plan waits for approval in the conversation." : "The run is under way.";
}

const failureTitle = ({ status }: RunReport): string => (status === "cancelled" ? "Why it ended" : "Why it failed");

/** Null also where it says no more than the reason of a failure. */
const answerOf = ({ answer, error }: RunReport): string | null =>
  answer !== null && answer.trim() === error?.message.trim() ? null : answer;

const entriesOf = (report: RunReport): readonly Entry[] => {
  const { tasks, error, files } = report;
  return [
    { id: "request", title: "The request" },
    ...(error ? [{ id: "failure", title: failureTitle(report) }] : []),
    ...(answerOf(report) === null ? [] : [{ id: "answer", title: "The answer" }]),
    ...(tasks.length === 0
      ? []
      : [
          { id: "plan", title: "The plan" },
          { id: "proof", title: "Why it is sound" },
          {
            id: "tasks",
            title: "Task by task",
            entries: tasks.map(({ id, title }) => ({
              id: `task-${id}`,
              title: `${numberOf(id)}. ${title}`,
            })),
          },
        ]),
    { id: "totals", title: "What it took" },
    ...(files.length === 0 ? [] : [{ id: "files", title: "Files" }]),
  ];
};

/** Opens everything that is folded while the page is printed. */
function useOpenForPrint(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let opened: readonly HTMLDetailsElement[] = [];
    const open = (): void => {
      opened = [...(page.current?.querySelectorAll("details:not([open])") ?? [])].filter(
        (details) => details instanceof HTMLDetailsElement,
      );
      for (const details of opened) details.open = true;
    };
    const close = (): void => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    addEventListener("beforeprint", open);
    addEventListener("afterprint", close);
    return () => {
      removeEventListener("beforeprint", open);
      removeEventListener("afterprint", close);
    };
  }, [page]);
}

interface ReadReport {
  readonly run: RunView | null;
  readonly report: RunReport | null;
  readonly fault: unknown;
}

/** The report of a run, read again when the run goes from one status to another, and so at its end. */
function useReport(id: string): ReadReport {
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
