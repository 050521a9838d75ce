import type { NewGoal } from "../src/client/client.ts";
import { type Said, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";

/** The goal that docs/goals.md walks through. */
export const STORY = {
  goal: "Compare these three offers for 20 office chairs, say which is the best, and write each supplier a reply.",
  budget: { usd: 2, timeMs: 30 * 60_000 },
  checkIns: { plan: true },
} satisfies NewGoal;

/** How long the letters take to write: one is done while the others are under way. */
const FIRST_LETTER_MS = 300;
const OTHER_LETTERS_MS = 4_000;

interface Offer {
  readonly supplier: string;
  readonly chair: string;
  readonly usd: number;
  readonly weeks: number;
}

const OFFERS: readonly Offer[] = [
  { supplier: "Norden", chair: "Arvid", usd: 189, weeks: 3 },
  { supplier: "Lakeside", chair: "Calm 2", usd: 164, weeks: 5 },
  { supplier: "Hillman", chair: "Upright", usd: 171, weeks: 2 },
];

/** The files of the story. */
export const STORY_FILES: readonly { readonly name: string; readonly text: string }[] = OFFERS.map(
  ({ supplier, chair, usd, weeks }) => ({
    name: `offer-${supplier.toLowerCase()}.txt`,
    text: `${supplier} Office Ltd\nOffer: 20 chairs "${chair}" at $${usd} each.\nDelivery within ${weeks} weeks.\n`,
  }),
);

const text = (name: string, description: string) => ({ name, kind: "text", description });
const PRICES = { name: "prices", kind: "table", description: "The offers side by side, the cheapest first" };
const BEST = text("best-offer", "The best offer, and why");
const LETTERS = OFFERS.map(({ supplier }) => text(`reply-${supplier.toLowerCase()}`, `The letter to ${supplier}`));

const ROOT_STEPS = [
  {
    ...{ name: "read-offers", does: "Take the price and the delivery time out of each offer, and put them in a table" },
    ...{ inputs: STORY_FILES.map(({ name }) => name), outputs: [PRICES] },
    ...{ value: 9, effort: 2, how: "program", tasks: [] },
  },
  {
    ...{ name: "find-best", does: "Find the offer that costs least, and say how much it saves", inputs: ["prices"] },
    ...{ outputs: [BEST], value: 8, effort: 1, how: "program", tasks: [] },
  },
  {
    ...{ name: "write-replies", does: "Write each supplier a reply", inputs: ["best-offer"], outputs: LETTERS },
    ...{ value: 6, effort: 3, how: "steps", tasks: [] },
  },
];

const LETTER_STEPS = OFFERS.map(({ supplier }, place) => {
  const instruction = { name: "instruction", value: `Write a short letter to ${supplier} about this decision` };
  return {
    ...{ name: `write-to-${supplier.toLowerCase()}`, does: `Write ${supplier} a reply`, inputs: ["best-offer"] },
    ...{ outputs: [LETTERS[place]], value: 6, effort: 1, how: "plan" },
    tasks: [{ task: "text-generation", args: [{ name: "text", value: "<best-offer>" }, instruction] }],
  };
});

const READ_OFFERS = `const rows = inputs.map((offer) => {
  const each = Number(/\\$(\\d+) each/.exec(offer)[1]);
  return { supplier: offer.split(" ")[0], "dollars each": each, "dollars in all": 20 * each, weeks: Number(/(\\d+) weeks/.exec(offer)[1]) };
});
return { prices: rows.sort((a, b) => a["dollars each"] - b["dollars each"]) };`;

const FIND_BEST = `const [best, next] = inputs[0];
const saved = next["dollars in all"] - best["dollars in all"];
return { "best-offer": best.supplier + " costs least: $" + best["dollars in all"] + " in all, $" + saved + " less than " + next.supplier + ", and it is here within " + best.weeks + " weeks." };`;

function letter(instruction: string, decision: string): Said {
  const supplier = OFFERS.find((offer) => instruction.includes(offer.supplier))?.supplier ?? "Sir or Madam";
  const says = decision.startsWith(supplier)
    ? `Dear ${supplier} team, thank you for your offer. We take it: please confirm 20 chairs and the date of delivery.`
    : `Dear ${supplier} team, thank you for your offer. We have decided for another one this time, on price alone.`;
  const isFirst = supplier === OFFERS[0]?.supplier;
  return { says, about: supplier, delayMs: isFirst ? FIRST_LETTER_MS : OTHER_LETTERS_MS };
}

/** What the story's model says to an order and its material. */
function answer(instruction: string, material: string): Said {
  const at = (about: string, says: string): Said => ({ says, about, delayMs: 0 });
  if (instruction.startsWith("Break this goal")) {
    return at("goal", JSON.stringify({ outputs: [PRICES, BEST, ...LETTERS], steps: ROOT_STEPS }));
  }
  if (instruction.startsWith("Break this step")) return at("replies", JSON.stringify({ steps: LETTER_STEPS }));
  if (!instruction.startsWith("Write a JavaScript program")) return letter(instruction, material);
  return material.includes("Take the price") ? at("read", READ_OFFERS) : at("best", FIND_BEST);
}

/** A language model that knows this story alone. */
export const startStoryModel = (): Promise<ScriptedModel> => startScriptedModel(answer);
