import { describe, expect, it } from "vitest";
import { licenceId, licenceSpellings } from "../../../../src/domain/licence-names.ts";
import { originSpellings, originsNamed } from "../../../../src/domain/origin-names.ts";
import { licencesIn } from "../../../../src/planning/embedded/constraints/licence-names.ts";
import { providersIn } from "../../../../src/planning/embedded/constraints/provider-names.ts";

/** A word that people say of models that are sold, and families, which a constraint calls by names of their own. */
const OTHERWISE: ReadonlySet<string> = new Set(["commercial", "closed-source", "openrail-m", "proprietary"]);

describe("every licence that the domain lists", () => {
  it.each(licenceSpellings().filter((one) => !OTHERWISE.has(one)))("can be asked for by name: %s", (spelling) => {
    expect(licencesIn(`only models under the ${spelling} licence`).map(licenceId)).toEqual([licenceId(spelling)]);
  });

  it.each([
    ["Apache License, Version 2.0", "Apache-2.0"],
    ["GNU GPLv3", "GPL-3.0"],
    ["cc by-nc 4", "CC-BY-NC-4.0"],
    ["BSD 3-clause", "BSD-3-Clause"],
    ["Llama 3.1 Community", "Llama3.1"],
    ["nvidia open model license", "nvidia-open-model-license"],
  ])("is written as people know it: %s", (words, name) => {
    expect(licencesIn(`only models under ${words.toLowerCase()}`)).toEqual([name]);
  });
});

/** Names of people and things first, of one letter or two, or read as what is local or built in. */
const NOT_TAKEN: ReadonlySet<string> = new Set(
  (
    "albert builtin bundled cf custom customendpoints damo embedded gpt iic inhouse inworker local locally moonshot nemo " +
    "onprem onpremise onpremises ownendpoints selfhosted"
  ).split(" "),
);

describe("every provider and maker that the domain knows", () => {
  it.each(originSpellings().filter((one) => !NOT_TAKEN.has(one)))("can be avoided by name: %s", (spelling) => {
    expect(providersIn(`no models from ${spelling}`).map(originsNamed)).toEqual([originsNamed(spelling)]);
  });
});
