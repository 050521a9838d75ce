import { describe, expect, it } from "vitest";
import { answerInAnyForm } from "../../../../src/providers/embedded/text/tables/answer-in-any-form.ts";
import { calendarWord } from "../../../../src/providers/embedded/text/tables/calendar-words.ts";
import { withoutIdleWords, withoutOwner } from "../../../../src/providers/embedded/text/tables/idle-words.ts";
import { longForm } from "../../../../src/providers/embedded/text/tables/long-form.ts";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";

const vectors = await loadWordVectors();
const senses = await loadWordSenses();
const told = (table: string, question: string): string | null => {
  const { answer } = answerInAnyForm(readTable(table), question, vectors, senses);
  return answer?.isSure ? answer.result.answer : null;
};

const ROTA =
  "Name,Mon,Tue,Wed,Thu\nPriya Nair,Off,Night,Night,Off\nGrace Oduya,Day,Day,Night,Night\nTom Ellis,Night,Off,Day,Day";
const LESSONS = "Lesson,Monday,Tuesday,Wednesday\n1,Maths,Sport,German\n2,German,Art,Maths\n3,Science,Maths,Music";
const BOXES = "Box,Room,Contents,Weight kg\n1,Kitchen,plates,12.4\n2,Kitchen,pans,14.1\n3,Bedroom,linen,9.0";

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

describe("words that limit nothing", () => {
  it("are left out where the table has nothing for them", () => {
    expect(told(BOXES, "And how many kilos do all the kitchen boxes come to?")).toBe("26.5");
    expect(told(BOXES, "What is the total weight for the removal firm?")).toBe("35.5");
  });

  it("stay where the table has something for them, and where they are all", () => {
    expect(withoutIdleWords("The average for the kitchen", [])).toBeNull();
    expect(withoutIdleWords("for the flyer", ["flyer"])).toBeNull();
    expect(withoutIdleWords("The average mark for the staff meeting", ["staff"])).toBe("The average mark");
    expect(withoutIdleWords("total yield of potatoes", ["potatoes"])).toBeNull();
  });

  it.each([
    ["What's the cheapest thing we sell?", "What's the cheapest thing?"],
    ["How many do we sell?", "How many do we sell?"],
    ["Which items that you stock are red?", "Which items that you stock are red?"],
  ])("such as whose the things are: %s", (question, rest) => {
    expect(withoutOwner(question)).toBe(rest);
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
