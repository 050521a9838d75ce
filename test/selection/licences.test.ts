import { describe, expect, it } from "vitest";
import type { Allowed } from "../../src/domain/constraints.ts";
import { selectModels } from "../../src/selection/index.ts";
import { expert, planOf, poolOf, select } from "./experts.ts";

const stays = (licence: string, said: Allowed): boolean =>
  select([expert("custom", "one", { licence })], [{ licence: said }]).candidates.length === 1;

describe("a licence that is asked for", () => {
  it.each<[string, readonly string[]]>([
    ["openrail++", ["OpenRAIL++"]],
    ["CreativeML-OpenRAIL++-M", ["openrail++"]],
    ["creativeml-openrail-m", ["OpenRAIL"]],
    ["GPL-3.0+", ["GPL-3.0"]],
    ["GPL-3.0-only", ["GPLv3"]],
    ["GPL-2.0-only WITH Classpath-exception-2.0", ["gpl 2"]],
    ["llama3.3", ["Llama"]],
    ["llama3.1", ["Llama 3.1"]],
    ["apache-2.0", ["Apache 2"]],
    ["BSD-3-Clause", ["BSD", "bsd 3"]],
    ["cc-by-4.0", ["CC BY"]],
    ["cc-by-nc-4.0", ["noncommercial"]],
    ["cc-by-nc-4.0", ["NC"]],
    ["MIT", ["Open Source licence"]],
    ["cc0-1.0", ["public domain"]],
    ["acme-eula", ["Acme EULA"]],
    ["MIT OR unknown", ["MIT"]],
    ["Apache-2.0 AND (MIT OR BSD-2-Clause)", ["Apache-2.0", "BSD"]],
  ])("is %s by the name of %j", (licence, allow) => {
    expect(stays(licence, { allow })).toBe(true);
  });

  it.each<[string, readonly string[]]>([
    ["openrail++", ["OpenRAIL"]],
    ["llamafoo", ["Llama"]],
    ["llama3.1", ["Llama 3"]],
    ["mit-gpl-3.0", ["MIT", "GPL"]],
    ["MIT-0", ["MIT"]],
    ["cc-by-nc-4.0", ["CC-BY", "CC"]],
    ["cc-by-nd-4.0", ["CC-BY", "CC"]],
    ["cc-by-nc-sa-4.0", ["CC-BY-NC"]],
    ["cc0-1.0", ["CC"]],
    ["cc", ["CC-BY", "permissive", "non-commercial"]],
    ["mit, gpl-3.0", ["MIT"]],
    ["MIT AND other", ["MIT", "non-commercial excluded"]],
    ["Apache-2.0 AND (MIT OR BSD-2-Clause)", ["MIT", "BSD"]],
    ["MIT", ["", "see the model card", "constructor"]],
    ["unknown", ["unknown"]],
    ["other", ["other"]],
  ])("is not %s by the name of %j", (licence, allow) => {
    expect(stays(licence, { allow })).toBe(false);
  });
});

describe("a licence that is to be avoided", () => {
  it.each<[string, readonly string[]]>([
    ["AGPL-3.0-or-later", ["GPL"]],
    ["GPL-3.0-only", ["GPLv3"]],
    ["GPL-3.0-only", ["GPL 3"]],
    ["gpl-3.0 AND MIT", ["gpl-3"]],
    ["gpl", ["GPL-3.0"]],
    ["apache-2.0", ["Apache 2"]],
    ["cc-by-nc-4.0", ["noncommercial"]],
    ["cc-by-nc-sa-4.0", ["NC"]],
    ["cc-by-nc-sa-4.0", ["CC-BY-NC"]],
    ["cc-by-4.0", ["CC"]],
    ["llama3.1", ["Llama 3.1"]],
    ["llama3.1", ["Llama 3"]],
    ["openrail++", ["OpenRAIL"]],
    ["MIT OR unknown", ["MIT"]],
    ["MIT AND other", ["GPL"]],
    ["acme-eula", ["GPL"]],
    ["acme-eula OR GPL-3.0", ["GPL"]],
    ["cc", ["CC-BY-NC"]],
  ])("may be %s by the name of %j", (licence, deny) => {
    expect(stays(licence, { deny })).toBe(false);
  });

  it.each<[string, readonly string[]]>([
    ["GPL-3.0-only OR MIT", ["GPL"]],
    ["LGPL-3.0", ["GPL-3.0"]],
    ["llama3.1", ["Llama 2", "GPL", "proprietary"]],
    ["MIT", ["MIT-0"]],
    ["cc-by-4.0", ["CC-BY-NC", "CC0"]],
    ["apache-2.0", ["acme-eula"]],
  ])("is not %s by the name of %j", (licence, deny) => {
    expect(stays(licence, { deny })).toBe(true);
  });
});

describe("commercial use", () => {
  const NONE = [
    ..."qwen-research apple-amlr intel-research h-research mnpl exaone nvidia-source-code-license cc".split(" "),
    ..."mistral-ai-non-production-license cc-by-nc-4.0 fair acme-eula proprietary other unknown".split(" "),
  ];
  const ALLOWED = "MIT Apache-2.0 GPL-3.0 CC-BY-SA-4.0 openrail++ llama3.1 gemma deepseek MPL-2.0".split(" ");

  it.each<Allowed>([{ deny: ["non-commercial"] }, { deny: ["NC"] }, { allow: ["non-commercial excluded"] }])(
    "under %j is asked of the licences that are known to allow it",
    (said) => {
      expect(NONE.filter((licence) => stays(licence, said))).toEqual([]);
      expect(ALLOWED.filter((licence) => stays(licence, said))).toEqual(ALLOWED);
    },
  );
});

describe("a name that nobody knows", () => {
  const pool = poolOf([
    expert("custom", "acme-corp/one", { licence: "acme-eula" }),
    expert("huggingface", "google-bert/bert", { licence: "house-license-7", licenceConfidence: "unsure" }),
  ]);
  const notes = (licences: readonly string[], providers: readonly string[]) =>
    selectModels(planOf("summarization"), pool, [{ licence: { deny: licences }, provider: { deny: providers } }]).notes;

  it("is said to be one, where it is to be avoided", () => {
    expect(notes(["GLP-3.0", "MIT"], ["googel", "hf"])).toEqual([
      "“GLP-3.0” names no provider, licence or maker that is known here.",
      "“googel” names no provider, licence or maker that is known here.",
    ]);
  });

  it("is none of those that something here has", () => {
    expect(notes(["Acme EULA", "House License 7", "Llama", "CC-BY"], ["acme corp", "Mistral AI", "local"])).toEqual([]);
  });

  it("is said once for a plan of many tasks", () => {
    const plan = planOf("summarization", "summarization", "translation");
    expect(selectModels(plan, pool, [{ provider: { deny: ["googel"] } }]).notes).toHaveLength(1);
  });
});

describe("a maker", () => {
  it.each<[string, readonly string[]]>([
    ["google", ["google-bert/bert", "google-t5/t5", "deepmind/x", "google/y", "@cf/google/gemma"]],
    ["openai", ["openai-community/gpt2", "openai/whisper"]],
    ["meta", ["facebookai/xlm", "FacebookAI/roberta", "meta-llama/llama", "facebook/bart"]],
    ["Mistral AI", ["mistralai/mistral"]],
    ["facebook", ["meta-llama/llama"]],
  ])("%s is whoever publishes %j", (name, models) => {
    const all = [...models, "someone/else"].map((model) => expert("huggingface", model));
    const { candidates } = select(all, [{ provider: { deny: [name] } }]);
    expect(candidates.map(({ model }) => model)).toEqual(["someone/else"]);
  });
});
