import { expect, it } from "vitest";
import { unknownLicences } from "../../../src/catalogue/query/index.ts";
import { knownOf, model, own } from "./models.ts";

it.each<[string, boolean]>([
  ["MIT", false],
  ["gplv3", false],
  ["permissive", false],
  ["Llama", false],
  ["CC-BY", false],
  ["unknown", false],
  ["Other", false],
  ["Acme EULA", false],
  ["house-licence", false],
  ["acme", true],
  ["nonsense", true],
  ["", true],
  ["constructor", true],
])("%j is no licence: %s", async (name, isUnknown) => {
  const models = [model("a/one", { licence: "acme-eula", licenceConfidence: "unsure" }), model("a/two")];
  const known = await knownOf(models, { endpoints: [own("our/ears", { licence: "house-licence" })] });
  expect(unknownLicences([name], known)).toEqual(isUnknown ? [name] : []);
});
