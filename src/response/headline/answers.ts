import { listed } from "../../domain/listed.ts";
import { comparisonsIn } from "../../words/comparing/index.ts";
import { formatted, numberOf, numberStyle } from "../../words/numbers.ts";
import { asksWhether } from "../../words/question-form.ts";
import { comparedBy } from "./compared.ts";
import { type ResultThat, resultsThat, sourceName, type Tell, type Told } from "./told.ts";

type Answer = ResultThat<"answer">;

/**
 * Answers to one question that was put to several files: what comes of comparing them, their sum where one is asked for, and
 * where the answer is yes. Of several such questions each is told.
 */
export const answersTold: Tell = (request, results) => {
  const several = [...Map.groupBy(resultsThat(results, "answer"), ({ question }) => question)].filter(
    ([, same]) => same.length > 1,
  );
  if (several.length === 0) return null;
  const comparisons = comparisonsIn(request);
  const told = several.flatMap(([question, same]) => {
    const isWhether = asksWhether(question);
    return (
      comparedBy(question, same, comparisons) ?? sumOf(question, same) ?? (isWhether ? yesAndNo(same) : null) ?? []
    );
  });
  if (told.length === 0) return null;
  return { text: told.map(({ text }) => text).join("\n\n"), tells: told.flatMap(({ tells }) => tells) };
};

/** Words by which a question asks for one amount out of several. */
const OF_ALL =
  /\b(?:in all|in total|together|altogether|combined|overall|sum|both|all (?:of|the|these|those|two|three|four|five))\b/i;

/**
 * "1,969.00 EUR in all: a.pdf 500.00 EUR and b.pdf 1,469.00 EUR." Only amounts of one unit are added up: a number without
 * any may be a year or an invoice's, and shares have no sum.
 */
function sumOf(question: string, same: readonly Answer[]): Told | null {
  const found = same.flatMap(({ answer }) => answer ?? []);
  if (found.length < same.length || !OF_ALL.test(question)) return null;
  const style = numberStyle(found, null);
  const amounts = style ? found.flatMap((answer) => numberOf(answer, style.decimalMark) ?? []) : [];
  const unit = `${style?.before ?? ""}${style?.after ?? ""}`.trim();
  if (!style || unit === "" || unit === "%" || amounts.length < same.length) return null;
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  const each = same.map((one) => `${nameOf(one)} ${one.answer}`);
  return { text: `${formatted(sum, style)} in all: ${listed(each)}.`, tells: [] };
}

/** "Yes in b.jpg and c.jpg, no in a.jpg."; each answer follows with its evidence. */
function yesAndNo(same: readonly Answer[]): Told | null {
  const namesOf = (reply: RegExp) => same.filter(({ answer }) => answer !== null && reply.test(answer)).map(nameOf);
  const [yes, no] = [namesOf(/^yes(?:$|[:,. ])/i), namesOf(/^no(?:$|[:,. ])/i)];
  if (yes.length + no.length < same.length) return null;
  const parts = [yes.length > 0 ? `yes in ${listed(yes)}` : "", no.length > 0 ? `no in ${listed(no)}` : ""];
  const text = parts.filter((part) => part !== "").join(", ");
  return { text: `${text.replace(/^./, (first) => first.toUpperCase())}.`, tells: [] };
}

const nameOf = (answer: Answer): string => sourceName(answer, "the text");
