import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule, TestSpecification, Vitest } from "vitest/node";

/** The variable that names the file the reporter writes. */
export const CRASHES_FILE = "IMPRESARIO_TEST_CRASHES";

/**
 * Longer than a test may take, or a runtime to start. Where nothing ended for so long, a runtime has died of which vitest was
 * not told (Miniflare starts another in its place, and vitest goes on waiting for the first), or one that lives never gets
 * the next file that it imports: three were seen in which no test of that file had begun.
 */
const STALLED_MS = 90_000;

/** What a runtime that died leaves behind in vitest's pool. */
const DIED = /^\[vitest-pool\]: Worker \S+ emitted error\.$/;

type Module = Pick<TestModule, "moduleId" | "state"> & { readonly children: Pick<TestModule["children"], "allTests"> };

const isUnfinished = (module: Module): boolean =>
  module.state() === "queued" ||
  module.state() === "pending" ||
  [...module.children.allTests()].some((test) => test.result().state === "pending");

/** Runtimes that died, and what they left undone. */
export interface Crashes {
  readonly deaths: number;
  /** The test files to run again. */
  readonly files: readonly string[];
}

/**
 * @param modules the test files that were begun
 * @param silent the files that were to be run, where one runtime has fallen silent; none otherwise
 * @returns null where a test failed, or where anything else was thrown that no test caught
 */
export function crashesOf(
  modules: readonly Module[],
  errors: readonly Pick<SerializedError, "message">[],
  silent: readonly string[] = [],
): Crashes | null {
  const deaths = errors.length + (silent.length > 0 ? 1 : 0);
  const onlyDied = deaths > 0 && errors.every(({ message }) => DIED.test(message));
  const anyFailed = modules.some((module) => module.state() === "failed");
  if (!onlyDied || anyFailed) return null;
  const unfinished = modules.filter(isUnfinished).map(({ moduleId }) => moduleId);
  const begun = new Set(modules.map(({ moduleId }) => moduleId));
  return { deaths, files: [...unfinished, ...silent.filter((file) => !begun.has(file))] };
}

/** Writes the crashes as JSON to the file that `CRASHES_FILE` names, and ends a run in which nothing ends any more. */
export default class CrashReporter implements Reporter {
  #vitest: Vitest | undefined;
  #files: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.map(({ moduleId }) => moduleId);
    this.#timer = setTimeout(() => this.#end(), STALLED_MS).unref();
  }

  onTestCaseResult(): void {
    this.#timer?.refresh();
  }

  onTestModuleEnd(): void {
    this.#timer?.refresh();
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.#timer?.refresh();
    this.#write(crashesOf(modules, errors));
  }

  #end(): void {
    const { state } = this.#vitest ?? {};
    const errors = (state?.getUnhandledErrors() ?? []) as readonly SerializedError[];
    const crashes = crashesOf(state?.getTestModules() ?? [], errors, this.#files);
    console.error(
      `\nNo test ended for ${STALLED_MS / 1000} s: vitest waits for a runtime that is gone, or that is silent.`,
    );
    for (const module of state?.getTestModules() ?? []) {
      if (!isUnfinished(module)) continue;
      const pending = [...module.children.allTests()].filter((test) => test.result().state === "pending");
      console.error(
        `${module.moduleId}: ${module.state()}, ${pending.map(({ fullName }) => fullName).join("; ") || "no test begun"}`,
      );
    }
    this.#write(crashes);
    process.exit(1);
  }

  #write(crashes: Crashes | null): void {
    const path = process.env[CRASHES_FILE];
    if (path !== undefined) writeFileSync(path, JSON.stringify(crashes));
  }
}
