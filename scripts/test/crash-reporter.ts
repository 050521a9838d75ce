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

/**
 * The files to run again where runtimes that died are all that went wrong: none where a test failed, or where
 * anything else was thrown that no test caught.
 */
export function crashed(
  modules: readonly Module[],
  errors: readonly Pick<SerializedError, "message">[],
): readonly string[] {
  const onlyDied = errors.length > 0 && errors.every(({ message }) => DIED.test(message));
  const anyFailed = modules.some((module) => module.state() === "failed");
  return onlyDied && !anyFailed ? unfinished(modules) : [];
}

/** Writes the files to run again, as a JSON array of paths, to the file that `CRASHES_FILE` names. */
export default class CrashReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env[CRASHES_FILE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(crashed(modules, errors)));
  }
}
