import { ApiError } from "../client.ts";
import { PROGRAM, serverFlag } from "./command-parts.ts";
import { UsageError } from "./option-values.ts";
import { howToGoOn } from "./result-lines.ts";
import { type CliSession, EXIT, printJson } from "./session.ts";
import { clean } from "./terminal.ts";
import { Interrupted } from "./watch.ts";

/** What was asked for, as far as it could be told. */
export interface RequestSummary {
  readonly about: string | null;
  readonly json: boolean;
  /** One line of JSON for each thing that is said. */
  readonly events: boolean;
  readonly server: string;
}

/** What a program is told of a failure, what a person is, and the exit code. */
interface Told {
  readonly error: {
    readonly code: string;
    readonly status: number;
    readonly detail: string;
    readonly issues: ApiError["issues"];
    /** The run that goes on. */
    readonly run?: string;
  };
  readonly lines: readonly string[];
  readonly exit: number;
}

/** Tells why a command did not come to its end. @returns the exit code. @throws what is a fault of the program itself */
export function tell(thrown: unknown, asked: RequestSummary, session: CliSession): number {
  const { error, lines, exit } = session.signal.aborted
    ? interrupted(thrown, asked.server)
    : thrown instanceof ApiError
      ? refused(thrown)
      : own(thrown, asked.about);
  if (asked.json) printJson(session, { error }, asked.events ? undefined : 2);
  session.progress.write(`${clean(lines.join("\n"))}\n`);
  return exit;
}

function interrupted(thrown: unknown, server: string): Told {
  const said = (detail: string, run?: string): Told["error"] => ({
    ...{ code: "interrupted", status: 0, detail, issues: [] },
    ...(run === undefined ? {} : { run }),
  });
  const exit = EXIT.interrupted;
  if (!(thrown instanceof Interrupted)) return { error: said("Interrupted"), lines: ["Interrupted."], exit };
  const { run, awaitsApproval } = thrown;
  if (run === null) {
    const lines = [`Interrupted. The run may have begun: \`${PROGRAM} runs list${serverFlag(server)}\` shows it.`];
    return { error: said("Interrupted; the run may have begun"), lines, exit };
  }
  const [first = "", ...rest] = howToGoOn(run, awaitsApproval ? "awaiting-approval" : "running", serverFlag(server));
  return { error: said("Interrupted; the run goes on", run), lines: [`Interrupted. ${first}`, ...rest], exit };
}

function refused(fault: ApiError): Told {
  const { code, status, detail, issues } = fault;
  const wrong = issues.map(({ path, message }) => `  ${path}: ${message}`);
  return {
    error: { code, status, detail, issues },
    lines: [`${code}: ${detail}`, ...wrong, ...advice(fault)],
    exit: EXIT.failed,
  };
}

function own(thrown: unknown, about: string | null): Told {
  const said = (code: string, { message }: Error): Told["error"] => ({ code, status: 0, detail: message, issues: [] });
  if (thrown instanceof UsageError) {
    const see = `See \`${PROGRAM}${about === null ? "" : ` ${about}`} --help\`.`;
    return { error: said("usage", thrown), lines: [thrown.message, see], exit: EXIT.usage };
  }
  if (isSystemFault(thrown)) return { error: said("system", thrown), lines: [thrown.message], exit: EXIT.failed };
  throw thrown;
}

/** What the machine refuses, such as a file on a disk that is full; its message says all. */
const isSystemFault = (error: unknown): error is Error => error instanceof Error && "syscall" in error;

function advice({ code, status, retryAfterMs }: ApiError): readonly string[] {
  if (code === "unreachable" || (code === "timeout" && status === 0))
    return ["Is a server running there? `npm start` starts one; --server says where it is."];
  if (code === "unauthorized")
    return ["Give an API key with IMPRESARIO_KEY or --key; `npm run keys -- add NAME` makes one."];
  if (retryAfterMs !== undefined) return [`Try again in ${Math.ceil(retryAfterMs / 1000)} s.`];
  return [];
}
