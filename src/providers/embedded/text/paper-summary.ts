import type { CallSurroundings } from "../expert.ts";
import { answersTo } from "./answer-question.ts";
import { findDates } from "./entities/dates.ts";
import { addresseeOf, type Letter } from "./letter.ts";

type Fact = "number" | "sender" | "recipient" | "issued" | "total" | "due";
type Questions = Readonly<Partial<Record<Fact, string>>>;

const OF_ANY = {
  number: "What is the invoice number?",
  total: "How much has to be paid in all?",
  due: "When is the payment due?",
} as const;

/** What a letter is asked; who writes to whom is told by its form. */
const OF_LETTER: Questions = { ...OF_ANY, issued: "When was it written?" };

/** What another paper is asked, such as an invoice: by the name that it has in English. */
const ofPaper = (name: string): Questions => ({
  ...OF_ANY,
  sender: `Who is this ${name} from?`,
  recipient: `Who is this ${name} addressed to?`,
  issued: `When was this ${name} issued?`,
});

/** What papers are called in other languages. */
const IN_ENGLISH: Readonly<Record<string, string>> = { rechnung: "invoice", facture: "invoice" };

/** What such papers say of themselves is found more surely than what anybody asks of any text, by which scores are fitted. */
const LEAST_SCORE = 0.6;

/** What papers call themselves; the longer name first. */
const KIND =
  /\b(?:credit note|purchase order|delivery note|order confirmation|quotation|estimate|invoice|receipt|statement|reminder|bill|rechnung|facture)\b/i;
/** Where they do, below the sender's address: further down they speak of other papers ("invoice follows"). */
const HEAD_CHARS = 300;
/** Besides whom it is addressed to: with fewer a text is no business paper, only one with short lines. */
const MIN_FACTS = 2;

/**
 * What a business paper or letter says, in two sentences that can be read aloud: "Invoice HF-20871 from … to …, dated ….
 * The total is £363.00, due by …." Every value is the answer to a question (`answersTo`), in the paper's words; what the
 * paper does not clearly say is left out. `null` for prose that does not call itself such a paper, and for what is no letter and answers neither what is to be paid nor which number it has.
 * @throws {AppError} as `answersTo`
 */
export async function paperSummary(
  text: string,
  letter: Letter | null,
  isProse: boolean,
  { reader, work }: Pick<CallSurroundings, "reader" | "work">,
): Promise<readonly string[] | null> {
  const name = letter !== null ? "letter" : KIND.exec(text.slice(0, HEAD_CHARS))?.[0].toLowerCase();
  // A contract has a party and a sum as well.
  if (name === undefined && isProse) return null;
  const kind = name ?? "document";
  const questions = letter !== null ? OF_LETTER : ofPaper(IN_ENGLISH[kind] ?? kind);
  const found = await answersTo(Object.values(questions), text, { reader: await reader(), work }, LEAST_SCORE);
  // What is only known to stand in a sentence is no value that could be told in another.
  const told = found.map(({ answer, isSentence }) => (isSentence ? null : answer));
  const facts = new Map(Object.keys(questions).map((fact, at) => [fact, told[at] ?? null]));
  const of = (fact: Fact): string | null => facts.get(fact) ?? null;
  const [number, due] = [of("number"), of("due")];
  const issued = findDates(of("issued") ?? "")[0]?.text ?? null;
  const sender = letter?.signer.text ?? of("sender");
  const recipient = letter === null ? of("recipient") : addresseeOf(letter);
  // Letters speak of many sums; one that is to be paid is due by some day.
  const total = letter !== null && due === null ? null : of("total");
  const telling = [number, sender, issued, total, due].filter((fact) => fact !== null);
  if (letter === null && (telling.length < MIN_FACTS || (total === null && number === null))) return null;
  const head = [
    `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
    number === null ? "" : ` ${number}`,
    sender === null ? "" : ` from ${sender}`,
    recipient === null || recipient === sender ? "" : ` to ${recipient}`,
    // Of one day for both it is not sure which it is of.
    issued === null || issued === due ? "" : `, dated ${issued}`,
  ].join("");
  const until = due === null ? "" : `due ${due.toLowerCase().startsWith("within") ? "" : "by "}${due}`;
  const sum = total === null ? "" : `The total is ${total}${until === "" ? "" : `, ${until}`}.`;
  const deadline = total === null && until !== "" ? `It is ${until}.` : "";
  return [`${head.replace(/\.$/, "")}.`, sum, deadline].filter((sentence) => sentence !== "");
}
