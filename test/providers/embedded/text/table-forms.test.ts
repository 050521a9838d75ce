import { describe, expect, it } from "vitest";
import {
  answerInAnyForm,
  withoutIdleClauses,
} from "../../../../src/providers/embedded/text/tables/answer-in-any-form.ts";
import { calendarWord } from "../../../../src/providers/embedded/text/tables/calendar-words.ts";
import { longForm } from "../../../../src/providers/embedded/text/tables/long-form.ts";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";

const vectors = await loadWordVectors();
const senses = await loadWordSenses();
const told = (table: string, question: string, name = "data.csv"): string | null => {
  const { answer } = answerInAnyForm({ ...readTable(table), name }, question, vectors, senses);
  return answer?.isSure ? answer.result.answer : null;
};

const ROTA =
  "Name,Mon,Tue,Wed,Thu\nPriya Nair,Off,Night,Night,Off\nGrace Oduya,Day,Day,Night,Night\nTom Ellis,Night,Off,Day,Day";
const LESSONS = "Lesson,Monday,Tuesday,Wednesday\n1,Maths,Sport,German\n2,German,Art,Maths\n3,Science,Maths,Music";
const BOXES = "Box,Room,Contents,Weight kg\n1,Kitchen,plates,12.4\n2,Kitchen,pans,14.1\n3,Bedroom,linen,9.0";

const MONTHS = "Month,Rent,Food\nFebruary,820,295\nMarch,830,340\nApril,840,305";
const RIDES = "Date,Route,km\n2026-03-02,River,24\n2026-03-04,Hill,15\n2026-03-06,River,26";

describe("a rota or timetable", () => {
  it.each([
    [ROTA, "Who is on nights on wednesday?", "Priya Nair, Grace Oduya"],
    [ROTA, "Who works Night on Wed?", "Priya Nair, Grace Oduya"],
    [ROTA, "How many night shifts does Priya have that week?", "2"],
    [LESSONS, "What is on Wednesday in the third lesson?", "Music"],
    [LESSONS, "On what days is sport?", "Tuesday"],
  ])("%# is asked by its days: %s", (table, question, answer) => {
    expect(told(table, question)).toBe(answer);
  });

  it("is read as a row for each of its days, and its numbered rows by their names", () => {
    expect(longForm({ columns: ["Lesson", "Mon.", "Tue", "Wed"], rows: [["1", "Maths", "", "Art"]] })).toEqual({
      name: "shift lesson",
      columns: ["Lesson", "Day", "Entry"],
      rows: [
        ["1", "Monday", "Maths"],
        ["1", "Tuesday", ""],
        ["1", "Wednesday", "Art"],
      ],
    });
    expect(longForm(readTable(LESSONS))?.rows[0]).toEqual(["Lesson 1", "Monday", "Maths"]);
  });

  it.each([
    ["fewer days than three", ["Name", "Mon", "Tue"], 1],
    ["no days", ["Name", "Age", "Town"], 1],
    ["more cells than a table may have rows", ["Name", "Mon", "Tue", "Wed"], 2_000],
  ])("is none with %s", (_, columns, rows) => {
    expect(longForm({ columns, rows: Array.from({ length: rows }, () => columns.map(() => "x")) })).toBeNull();
  });
});

describe("a word that limits a question", () => {
  it.each([
    [BOXES, "What is the total weight for the removal firm?"],
    [BOXES, "total weight of the bathroom boxes"],
    [BOXES, "how many kitchen lamps"],
    [BOXES, "total weight this week"],
    [ROTA, "Who is on holiday on Monday?"],
    [RIDES, "total km this year"],
    [MONTHS, "total rent this month"],
    [MONTHS, "highest rent last month"],
    [MONTHS, "total rent for the month"],
    [MONTHS, "total rent this year"],
    [RIDES, "total km last month"],
    [RIDES, "how many rides were cancelled"],
  ])("%# is not left out where the table has nothing for it: %s", (table, question) => {
    expect(told(table, question)).toBeNull();
  });

  it.each([
    [BOXES, "And how many kilos do all the kitchen boxes come to?", "26.5"],
    [BOXES, "total weight in the kitchen so far, so that I can order a van", "26.5"],
    [BOXES, "What is the heaviest thing we have?", "pans"],
    [ROTA, "How many people work on Monday?", "2"],
    [ROTA, "Who does not work on Monday?", "Priya Nair"],
    [RIDES, "total km this week", "65"],
    [MONTHS, "rent in april", "840"],
    [MONTHS, "which month had the highest rent", "April"],
    [RIDES, "total km in March", "65"],
  ])("%# counts where it has: %s", (table, question, answer) => {
    expect(told(table, question)).toBe(answer);
  });

  it("may be what the rows are, by the name of the file", () => {
    expect(told(RIDES, "how many trips were over 20 km")).toBeNull();
    expect(told(RIDES, "how many trips were over 20 km", "trips-2026.csv")).toBe("2");
    expect(told(RIDES, "how many trips were over 20 km", "trips and hotels.csv")).toBeNull();
  });

  it.each([
    ["What's the cheapest thing we sell?", ["Item", "Price"], "What's the cheapest thing?"],
    ["What's the cheapest thing we sell?", ["Item", "Price", "Sell by"], "What's the cheapest thing we sell?"],
    ["How many do we sell?", ["Item"], "How many do we sell?"],
    ["Which items that you stock are red?", ["Item"], "Which items that you stock are red?"],
    ["The total, so I can pay it", ["Item"], "The total"],
  ])("is none that says whose things are, or what an answer is for: %s", (question, columns, rest) => {
    expect(withoutIdleClauses(question, { columns })).toBe(rest);
  });
});

describe("what has the highest figure", () => {
  const asked = (question: string) => answerInAnyForm(readTable(BOXES), question, vectors, senses).answer?.result;
  it.each([
    ["highest weight", [["14.1"]]],
    ["which contents have the highest weight", [["pans", "14.1"]]],
    ["heaviest contents", [["pans", "14.1"]]],
  ])("is told with it, unless the figure is asked for: %s", (question, rows) => {
    expect(asked(question)?.rows).toEqual(rows);
  });
});

describe("calendarWord", () => {
  it.each([
    ["Wed", "wednesday"],
    ["thurs", "thursday"],
    ["SEPT", "september"],
    ["May", "may"],
    ["Wedding", "wedding"],
  ])("%s is %s", (word, full) => {
    expect(calendarWord(word)).toBe(full);
  });
});
