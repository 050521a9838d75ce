import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDates } from "../../../../src/providers/embedded/text/entities/dates.ts";
import { keepLongest } from "../../../../src/providers/embedded/text/entities/entity.ts";
import { findEmails, findEntities } from "../../../../src/providers/embedded/text/entities/find-entities.ts";
import { findMoney } from "../../../../src/providers/embedded/text/entities/money.ts";
import { namesByForm } from "../../../../src/providers/embedded/text/entities/names.ts";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";

const texts = (found: readonly { readonly text: string }[]): string[] => found.map(({ text }) => text);

describe("amounts", () => {
  it.each([
    ["EUR 1,234.50 and € 99 and $1,000", ["EUR 1,234.50", "€ 99", "$1,000"]],
    ["1.089,40 EUR, 18.10 GBP; 25 dollars", ["1.089,40 EUR", "18.10 GBP", "25 dollars"]],
    ["SEK 12 500\nCHF 1'200.00", ["SEK 12 500", "CHF 1'200.00"]],
    ["$7.5 billion, €2.4 million", ["$7.5 billion", "€2.4 million"]],
    ["Poster 250 EUR 3.20 EUR 800.00", ["EUR 3.20", "EUR 800.00"]],
    ["refund -$61.20", ["-$61.20"]],
    ["200 grams, 3 pounders, 14:57, 2026-12-15", []],
    ["EURO 5, AEUR 7", []],
  ])("%j holds %j", (text, amounts) => {
    expect(texts(findMoney(text))).toEqual(amounts);
  });
});

describe("dates", () => {
  it.each([
    ["due 2026-12-15, paid 15 December 2026", ["2026-12-15", "15 December 2026"]],
    ["31.01.2027 or 05/21/2026 or 2026/03/14", ["31.01.2027", "05/21/2026", "2026/03/14"]],
    ["Tuesday, 6 January 2026", ["Tuesday, 6 January 2026"]],
    ["no later than 30 September\n2026, please", ["30 September\n2026"]],
    ["August 4th, 1961; May 1937; 1st of June", ["August 4th, 1961", "May 1937", "1st of June"]],
    ["am 3. März 2026, le 4 août 2026", ["3. März 2026", "4 août 2026"]],
    ["in 1984, from 1887 to 1889, In March", ["1984", "1887", "1889", "March"]],
    ["in 2000 cases she may march 3 miles", []],
    ["sort code 20-45-77, version 1.2.3.4, room 1815", []],
    ["99.99.2026, 2026-13-45", []],
  ])("%j holds %j", (text, dates) => {
    const found = keepLongest(findDates(text));
    expect(texts(found)).toEqual(dates);
  });
});

describe("names by their form", () => {
  it.each([
    ["Acme Tools Ltd Invoice No. 7", ["ORG:Acme Tools Ltd"]],
    ["Acme Robotics Inc. and Blue Mesa LLC", ["ORG:Acme Robotics Inc.", "ORG:Blue Mesa LLC"]],
    ["the University of Oxford and the Bank of England", ["ORG:University of Oxford", "ORG:Bank of England"]],
    ["14 Canal Street, Lake Garda", ["LOC:14 Canal Street", "LOC:Lake Garda"]],
    ["Dear Mrs O'Connor, yours", ["PER:Mrs O'Connor"]],
    ["at St Mary's Hospital in", ["ORG:St Mary's Hospital"]],
    ["Keep north. Invoice Total", []],
  ])("%j holds %j", (text, names) => {
    expect(namesByForm(text).map(({ type, text: name }) => `${type}:${name}`)).toEqual(names);
  });
});

describe("firms named after several", () => {
  it.each([
    ["paid to Vale and Harbour Bank, account 7", ["ORG:Vale and Harbour Bank"]],
    ["a letter from Miller and Sons Ltd, Hull", ["ORG:Miller and Sons Ltd"]],
    ["Dear Harris and Partners, yours", ["ORG:Harris and Partners"]],
    ["Finch Tools and Oak Carpentry", ["ORG:Finch Tools", "ORG:Oak Carpentry"]],
    ["Helen and Harbour Bank agree", ["PER:Helen", "ORG:Harbour Bank"]],
    ["in England and Harbour Bank", ["LOC:England", "ORG:Harbour Bank"]],
    ["from Finch, Vale and Harbour Bank", ["ORG:Harbour Bank"]],
  ])("%j holds %j", (text, names) => {
    const found = findEntities(text).map(({ type, text: name }) => `${type}:${name}`);
    expect(found.filter((name) => names.includes(name) || name.includes("and"))).toEqual(names);
  });
});

describe("entities", () => {
  it.each([
    ["(anna.berg@nordlicht.example), x@y", ["anna.berg@nordlicht.example"]],
    ["a@b.example.", ["a@b.example"]],
  ])("%j holds the address %j", (text, emails) => {
    expect(texts(findEmails(text))).toEqual(emails);
  });

  it("take no punctuation along and a place out of a list of places", () => {
    const found = findEntities("He moved from Paris, France to Berlin; then Emily's sister came.");
    expect(found.map(({ type, text }) => `${type}:${text}`)).toEqual([
      "LOC:Paris",
      "LOC:France",
      "LOC:Berlin",
      "PER:Emily",
    ]);
  });

  const pieces = fc.constantFrom(
    ...Object.values(DOCUMENTS).flatMap((text) => text.split(/(?<=\n)|(?<= )/)),
    "€",
    "EUR 1,2",
    "👍",
    "\r\n",
    "\u0000",
    "é",
    "Dr. ",
    "GmbH ",
    "@",
    "12",
    ".",
    "May ",
    "\t",
    "\ud800",
  );
  const noise = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(""));

  it("point at what they say, in order, without overlap", () => {
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        let end = 0;
        for (const entity of findEntities(text)) {
          expect(text.slice(entity.start, entity.end)).toBe(entity.text);
          expect(entity.text.trim()).not.toBe("");
          expect(entity.start).toBeGreaterThanOrEqual(end);
          end = entity.end;
        }
      }),
      { numRuns: 150 },
    );
  });
});
