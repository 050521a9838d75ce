import { describe, expect, it } from "vitest";
import { PHRASES } from "../../src/domain/task-phrases.ts";
import { BUILT_IN_TASK_TYPES } from "../../src/domain/task-types/index.ts";

const slotsOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^}]+)\}/g)].map(([, port = ""]) => port);
const names = (ports: readonly { readonly name: string }[]): readonly string[] => ports.map(({ name }) => name);

describe("the phrases of task types", () => {
  it("are there for every built-in task type, and for no other", () => {
    expect(Object.keys(PHRASES).toSorted()).toEqual(BUILT_IN_TASK_TYPES.map(({ name }) => name).toSorted());
  });

  it.each(BUILT_IN_TASK_TYPES)("say all that $name takes, and what may be missing in brackets", (type) => {
    const { does = "" } = PHRASES[type.name] ?? {};
    expect(slotsOf(does).toSorted()).toEqual(names(type.inputs).toSorted());
    const inBrackets = slotsOf([...does.matchAll(/\[[^\]]*\]/g)].join(" "));
    expect(inBrackets.toSorted()).toEqual(names(type.inputs.filter(({ required }) => !required)).toSorted());
  });

  it.each(BUILT_IN_TASK_TYPES)("name all that $name gives", (type) => {
    const { gives = "" } = PHRASES[type.name] ?? {};
    expect(typeof gives === "string" ? gives : Object.keys(gives).toSorted()).toEqual(
      typeof gives === "string" ? expect.stringMatching(/^(?:the|what) \w/) : names(type.outputs).toSorted(),
    );
  });
});
