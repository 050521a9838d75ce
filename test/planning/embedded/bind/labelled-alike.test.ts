import { expect, it } from "vitest";
import { planned, requestOf } from "../case.ts";

const leftOut = async (text: string): Promise<readonly string[]> => {
  const reply = await planned(requestOf({ text, files: ["comments.txt"] }));
  return reply.as === "plan" ? reply.notes.flatMap((note) => (typeof note === "object" ? [note.leftOut] : [])) : [text];
};

it.each([
  "go through the guest comments one by one and tell me which are good and which are bad",
  "tell me which reviews are positive and which are negative",
])("leaves out no question that the labels of the same task answer: %s", async (text) => {
  expect(await leftOut(text)).toEqual([]);
});
