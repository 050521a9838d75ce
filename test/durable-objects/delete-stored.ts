import { reset } from "cloudflare:test";
import { afterAll } from "vitest";

/** Where vitest 4 keeps the module runner that all of a runtime import by. */
declare const __vitest_mocker__: {
  readonly moduleRunner: {
    /** Imports that wait to hear which module is meant, by URL. */
    readonly concurrentModuleNodePromises: Map<string, Promise<unknown>>;
    readonly evaluatedModules: {
      readonly idToModuleMap: ReadonlyMap<string, { readonly promise?: Promise<unknown>; readonly evaluated: boolean }>;
      invalidateModule(module: object): void;
    };
  };
};

// Files that share a runtime share its storage: what one stored, the next must not find. An object that is deleted while it
// imports leaves a promise behind that nothing settles any more, and whoever imports the same next would wait for it.
afterAll(async () => {
  await reset();
  const { concurrentModuleNodePromises, evaluatedModules } = __vitest_mocker__.moduleRunner;
  concurrentModuleNodePromises.clear();
  for (const module of evaluatedModules.idToModuleMap.values())
    if (module.promise && !module.evaluated) evaluatedModules.invalidateModule(module);
});
