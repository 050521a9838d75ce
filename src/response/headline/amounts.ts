import { listed } from "../../words/nouns.ts";
import { formatted, numberOf, numberStyle } from "../../words/numbers.ts";
import { resultsThat, sourceName, type Tell } from "./told.ts";

/** Words by which a question asks for one amount out of several. */
const OF_ALL =
  /\b(?:in all|in total|together|altogether|combined|overall|sum|both|all (?:of|the|these|those|two|three|four|five))\b/i;

/** "1,969.00 EUR in all: a.pdf 500.00 EUR and b.pdf 1,469.00 EUR." Only amounts of one unit are added up. */
export const amountsTold: Tell = (_, results) => {
  const answers = resultsThat(results, "answer");
  for (const [question, same] of Map.groupBy(answers, (one) => one.question)) {
    const found = same.flatMap(({ answer }) => answer ?? []);
    if (same.length < 2 || found.length < same.length || !OF_ALL.test(question)) continue;
    const style = numberStyle(found, null);
    const amounts = style ? found.flatMap((answer) => numberOf(answer, style.decimalMark) ?? []) : [];
    if (!style || amounts.length < same.length) continue;
    const sum = formatted(
      amounts.reduce((total, amount) => total + amount, 0),
      style,
    );
    const each = same.map((one) => `${sourceName(one, "the text")} ${one.answer}`);
    return { text: `${sum} in all: ${listed(each)}.`, tells: same };
  }
  return null;
};
