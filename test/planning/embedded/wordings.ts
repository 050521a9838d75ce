import * as z from "zod";
import { readingRow } from "../../../evaluation/requests/row.ts";
import constraintLines from "../../../evaluation/requests/wordings/constraints.jsonl?raw";
import planLines from "../../../evaluation/requests/wordings/plans.jsonl?raw";
import type { Case } from "./case.ts";

const pattern = z
  .string()
  .transform((source) => new RegExp(source, "i"))
  .optional();
const planRow = z.strictObject({
  id: z.string(),
  text: z.string(),
  files: z.array(z.string()).optional(),
  log: z.array(z.tuple([z.enum(["user", "assistant"]), z.string()], z.string())).optional(),
  plan: z.array(z.string()).optional(),
  ask: pattern,
  reply: pattern,
});
const constraintRow = z.strictObject({ id: z.string(), request: z.string(), constraints: readingRow });

const rowsOf = <T>(lines: string, schema: z.ZodType<T>): readonly T[] =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));

/** Requests in wordings of our own, with what is to be made of them: evaluation/requests/wordings/plans.jsonl. */
export const PLAN_WORDINGS: readonly Case[] = rowsOf(planLines, planRow);
/** Requests with what they restrict: evaluation/requests/wordings/constraints.jsonl. */
export const CONSTRAINT_WORDINGS = rowsOf(constraintLines, constraintRow);
