import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isKnownLicence, licenceTerms, normaliseLicence, saysNothing } from "../../src/domain/licences.ts";

describe("a licence that is on a list", () => {
  it.each([
    ["apache-2.0", "apache-2.0"],
    ["Apache", "apache-2.0"],
    ["Apache 2", "apache-2.0"],
    ["Apache2.0", "apache-2.0"],
    ["Apache v2.0", "apache-2.0"],
    ["Apache License 2.0", "apache-2.0"],
    ["Apache License, Version 2.0", "apache-2.0"],
    ["Apache Software License 2.0", "apache-2.0"],
    ["MIT License", "mit"],
    ["The MIT License", "mit"],
    ["GPLv3", "gpl-3.0"],
    ["GPL 3.0", "gpl-3.0"],
    ["gpl3", "gpl-3.0"],
    ["gnu-gpl-v3", "gpl-3.0"],
    ["gnu-gpl-v3.0", "gpl-3.0"],
    ["GNU General Public License v3.0", "gpl-3.0"],
    ["GNU Affero General Public License v3", "agpl-3.0"],
    ["GPL-3.0-only", "gpl-3.0-only"],
    ["GPL-3.0+", "gpl-3.0-or-later"],
    ["GPLv2 or later", "gpl-2.0-or-later"],
    ["GPL v3 or any later version", "gpl-3.0-or-later"],
    ["LGPL-2.1-or-later", "lgpl-2.1-or-later"],
    ["BSD 3", "bsd-3-clause"],
    ["BSD 3-Clause", "bsd-3-clause"],
    ["BSD-2-Clause License", "bsd-2-clause"],
    ["3-clause BSD", "bsd-3-clause"],
    ["0BSD", "0bsd"],
    ["CC BY 4.0", "cc-by-4.0"],
    ["CC-BY-NC-SA 4.0", "cc-by-nc-sa-4.0"],
    ["cc-by-sa-nc-4.0", "cc-by-nc-sa-4.0"],
    ["Creative Commons Attribution-NonCommercial 4.0 International", "cc-by-nc-4.0"],
    ["CC0", "cc0-1.0"],
    ["Llama 3.1 Community License", "llama3.1"],
    ["llama-3.3", "llama3.3"],
    ["Meta Llama 3 Community License Agreement", "llama3"],
    ["openrail++", "openrail++"],
    ["Open RAIL", "openrail"],
    ["CreativeML Open RAIL-M", "creativeml-openrail-m"],
    ["CreativeML Open RAIL++-M", "creativeml-openrail++-m"],
    ["Gemma Terms of Use", "gemma"],
    ["mpl2", "mpl-2.0"],
    ["Mozilla Public License 2.0", "mpl-2.0"],
    ["odc-by", "odc-by-1.0"],
    ["The Unlicense", "unlicense"],
    ["All rights reserved", "proprietary"],
    ["deepseek", "deepseek"],
    ["FLUX-1-dev Non-Commercial License", "flux-1-dev-non-commercial-license"],
    ["Apache-2.0 WITH LLVM-exception", "apache-2.0 WITH llvm-exception"],
    ["GPL-2.0-only WITH Classpath-exception-2.0", "gpl-2.0-only WITH classpath-exception-2.0"],
    ["MIT, GPL-3.0", "gpl-3.0 AND mit"],
    ["mit / apache 2.0", "apache-2.0 AND mit"],
    ["MIT + GPLv3", "gpl-3.0 AND mit"],
    ["MIT+GPLv3", "gpl-3.0 AND mit"],
    ["MIT and Apache 2.0", "apache-2.0 AND mit"],
    ["MIT, BSD, and Apache 2.0", "apache-2.0 AND bsd AND mit"],
    ["MIT OR Apache-2.0", "apache-2.0 OR mit"],
    ["apache-2.0 or mit", "apache-2.0 OR mit"],
    ["Apache-2.0 AND (MIT OR BSD-2-Clause)", "apache-2.0 AND (bsd-2-clause OR mit)"],
    ["(MIT AND ISC) OR Zlib", "(isc OR zlib) AND (mit OR zlib)"],
  ])("%s → %s", (written, expected) => {
    expect(normaliseLicence(written)).toBe(expected);
    expect(isKnownLicence(expected)).toBe(true);
  });
});

describe("a name that no list has stays, and is known as such", () => {
  it.each([
    ["acme-licence-2", "acme-licence-2"],
    ["Non Commercial", "non-commercial"],
    ["constructor", "constructor"],
    ["ACME Research", "acme-research"],
    ["LicenseRef-mine", "licenseref-mine"],
    ["MIT, ACME Research", "acme-research AND mit"],
    ["other", "other"],
    ["mit, other", "mit AND other"],
  ])("%s → %s", (written, expected) => {
    expect(normaliseLicence(written)).toBe(expected);
    expect(isKnownLicence(expected)).toBe(false);
  });
});

describe("what says nothing", () => {
  it.each([
    ...["", " ", "?", "-", "n/a", "N/A", "na", "tbd", "unspecified", "unknown", "none", "custom", "license", "2.0"],
    ...[
      "custom-license",
      "see-license",
      "unknown-license",
      "see the model card",
      "Same as the base model",
      "model card",
    ],
    ...["https://example.com/licence", "free for research and for private use", "open source", "((", "MIT OR", "(MIT"],
    ...["MIT (non-commercial use only)", "x".repeat(1_000), "(".repeat(200)],
  ])("%j is unknown", (written) => {
    expect(normaliseLicence(written)).toBe("unknown");
    expect(isKnownLicence(normaliseLicence(written))).toBe(false);
  });

  it("keeps the parts of which something is known, and says that it is not all", () => {
    expect(normaliseLicence("MIT, see the model card")).toBe("mit AND unknown");
    expect(saysNothing(licenceTerms("MIT, see the model card"))).toBe(true);
    expect(saysNothing(licenceTerms("MIT OR other"))).toBe(false);
  });
});

it("is stable, and nothing but ids and operators, whatever is written", () => {
  const word = fc.constantFrom(
    "mit",
    "GPLv3",
    "or",
    "and",
    ",",
    "/",
    "(",
    ")",
    "+",
    "with",
    "other",
    "cc by",
    "see",
    "++",
  );
  const written = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(word, { maxLength: 10 }).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(written, (text) => {
      const once = normaliseLicence(text);
      expect(normaliseLicence(once)).toBe(once);
      expect(once).toMatch(/^[a-z0-9.+()-]+(?: (?:AND|OR|WITH) [a-z0-9.+()-]+)*$/);
    }),
  );
});
