import { describe, expect, it } from "vitest";
import { asksDifference, comparisonIn } from "../../src/words/comparing/index.ts";

describe("a question that compares things", () => {
  it.each([
    ["which one is cheaper all in", "How much is it all in?", "is cheaper"],
    ["Which is the cheapest in total", "What is the total price?", "is cheaper"],
    ["which is less expensive", "What is the total price?", "is less expensive"],
    ["who charges less", "What is the total price?", "costs less"],
    ["who can deliver the quickest", "How long does it take to deliver?", "is quicker"],
    ["whose deposit is lower", "What is the deposit?", "has the lower deposit"],
    ["which has the higher monthly rent", "What is the monthly rent?", "has the higher monthly rent"],
    ["Which of the two leases is longer", "How long is the lease?", "is longer"],
    ["which offer has the longer warranty", "How long is the warranty?", "has the longer warranty"],
    ["which of these bills falls due first", "When does it fall due?", "is earlier"],
    ["which flight leaves earlier", "When does it leave?", "is earlier"],
    ["which flat has more bedrooms", "How many bedrooms are there?", "has more bedrooms"],
    ["which one is dearer, the boat or the car", "What is the total price?", "is dearer"],
    ["which parcel is heavier", "How heavy is the parcel?", "has the heavier parcel"],
  ])("asks each of them for what is compared: %s", (clause, question, said) => {
    expect(comparisonIn(clause)).toMatchObject({ question, said: { ofTwo: said } });
  });

  it.each([
    ["which is lower", "compare the totals of the two quotes: which is lower?", "What is the total?"],
    ["which one is sooner", "Compare their delivery dates. Which one is sooner?", "When is the delivery date?"],
    ["what is the difference between the two totals", "", "What is the total?"],
    ["compare the deposits", "", "What is the deposit?"],
  ])("finds what is compared in the words around it: %s", (clause, context, question) => {
    expect(comparisonIn(clause, context)?.question).toBe(question);
  });

  it.each([
    "which items cost more than 20 euros",
    "what is the latest date",
    "which is the better offer",
    "compare the two offers",
    "which number is on it",
    "who is the customer",
    "which is the most recent",
    "",
  ])("is none in %j", (clause) => {
    expect(comparisonIn(clause)).toBeNull();
  });

  it("may be about what one thing holds, where it names no paper and wants the best of all", () => {
    expect(comparisonIn("which item is the most expensive")?.mayBeWithin).toBe(true);
    expect(comparisonIn("which of these offers is the cheapest")?.mayBeWithin).toBe(false);
  });

  it.each([
    ["by how much", true],
    ["and by how much", true],
    ["how much cheaper is it", true],
    ["how much is it", false],
    ["by how much more than last year", true],
  ])("may go on with how much they differ: %s", (clause, asks) => {
    expect(asksDifference(clause)).toBe(asks);
  });
});
