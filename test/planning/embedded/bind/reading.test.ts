import { describe, expect, it } from "vitest";
import { labelsListed } from "../../../../src/planning/embedded/bind/labels.ts";
import { itemsIn, listedTexts } from "../../../../src/planning/embedded/bind/lists.ts";
import { languagesIn } from "../../../../src/planning/embedded/bind/target-languages.ts";

describe("languagesIn", () => {
  it.each<readonly [string, readonly string[], string | null]>([
    ["translate it into Danish", ["Danish"], null],
    ["Menu in Thai. Need it in English AND spoken", ["English"], "Thai"],
    ["an interview in French, please turn it into an English text", ["English"], "French"],
    ["Fire drill today. Danish! Dutch!", ["Danish", "Dutch"], null],
    ["I need a German sign and an Italian one.", ["German", "Italian"], null],
    ["Spanish to Portuguese: ¿Dónde está la salida?", ["Portuguese"], "Spanish"],
    ["English-Czech: the door is open", ["Czech"], "English"],
    ["I want it for our Ukrainian, Vietnamese and Spanish families", ["Ukrainian", "Vietnamese", "Spanish"], null],
    ["this Russian poster, give me the English of it", ["English"], "Russian"],
    ["polish the text", [], null],
    ["", [], null],
  ])("%s", (text, targets, source) => {
    const read = languagesIn(text);
    expect(read.targets.map(({ name }) => name)).toEqual(targets);
    expect(read.source?.name ?? null).toBe(source);
  });

  it("sees that one translation is made from another", () => {
    expect(languagesIn("put it in Swedish, then back into English")).toMatchObject({
      targets: [{ name: "Swedish" }, { name: "English" }],
      isChained: true,
    });
  });
});

describe("itemsIn", () => {
  it.each<readonly [string, readonly string[]]>([
    ["make 2 pictures: one of a blue whale, one of a tiny house", ["a blue whale", "a tiny house"]],
    ["Generate four icons - sun, moon, star, comet", ["sun", "moon", "star", "comet"]],
    ["two images, a golden horseshoe and a bunch of lavender", ["a golden horseshoe", "a bunch of lavender"]],
    ["Something funny, two minutes, he is an electrician", []],
    ["a picture of two cats", []],
    ["describe one of the photos", []],
    ["", []],
  ])("%s", (text, items) => {
    expect(itemsIn(text)).toEqual(items);
  });
});

describe("labelsListed", () => {
  it.each<readonly [string, readonly string[] | null]>([
    ["oak / walnut / teak / pine", ["oak", "walnut", "teak", "pine"]],
    ["Folders: HR, Finance, IT, Legal.", ["HR", "Finance", "IT", "Legal"]],
    ["is it a ban, an offer or an invitation?", ["ban", "offer", "invitation"]],
    ["sort the mails into urgent, normal and spam", ["urgent", "normal", "spam"]],
    ["sort them into ripe and unripe ones", ["ripe", "unripe"]],
    ["file each under late delivery, broken goods and wrong item", ["late delivery", "broken goods", "wrong item"]],
    ["sort them into food and drink, service, price", ["food and drink", "service", "price"]],
    ["file it under food and drink, service and price", ["food and drink", "service", "price"]],
    ["Labels: terms and conditions, privacy, billing", ["terms and conditions", "privacy", "billing"]],
    ["label the photos as black and white, colour, sepia", ["black and white", "colour", "sepia"]],
    ["sort these into urgent and normal emails and then reply", ["urgent", "normal emails"]],
    ["what is it?", null],
    ["", null],
  ])("%s", (text, labels) => {
    expect(labelsListed(text)).toEqual(labels);
  });
});

describe("listedTexts", () => {
  it.each<readonly [string, readonly string[]]>([
    ["1. The room was cold.\n2. Best teacher ever.", ["The room was cold.", "Best teacher ever."]],
    ["- Push to open\n- Mind the step", ["Push to open", "Mind the step"]],
    ['a) "one thing" b) "another"', ["one thing", "another"]],
    ["no list at all", []],
    ["", []],
  ])("%s", (text, texts) => {
    expect(listedTexts(text)).toEqual(texts);
  });
});
