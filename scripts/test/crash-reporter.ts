import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** The variable that names the file the reporter writes. */
export const CRASHES_FILE = "IMPRESARIO_TEST_CRASHES";

/** What a runtime that died leaves behind in vitest's pool. */
const DIED = /^\[vitest-pool\]: Worker \S+ emitted error\.$/;

type Module = Pick<TestModule, "moduleId" | "state"> & { readonly children: Pick<TestModule["children"], "allTests"> };

/** The test files whose runtime died before all their tests had run. */
function unfinished(modules: readonly Module[]): readonly string[] {
  const isUnfinished = (module: Module): boolean =>
    module.state() === "queued" ||
    module.state() === "pending" ||
    [...module.children.allTests()].some((test) => test.result().state === "pending");
  return modules.filter(isUnfinished).map(({ moduleId }) => moduleId);
}

/** Runtimes that died, and what they left undone. */
export interface Crashes {
  readonly deaths: number;
  /** The test files to run again. */
  readonly files: readonly string[];
}

/** @returns null where a test failed, or where anything else was thrown that no test caught. */
export function crashesOf(
  modules: readonly Module[],
  errors: readonly Pick<SerializedError, "message">[],
): Crashes | null {
  const onlyDied = errors.length > 0 && errors.every(({ message }) => DIED.test(message));
  const anyFailed = modules.some((module) => module.state() === "failed");
  return onlyDied && !anyFailed ? { deaths: errors.length, files: unfinished(modules) } : null;
}

/** Writes the crashes as JSON to the file that `CRASHES_FILE` names. */
export default class CrashReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env[CRASHES_FILE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(crashesOf(modules, errors)));
  }
}
