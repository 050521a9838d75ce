import { ScriptError } from "../run-script.ts";
import type { Wrangler } from "../wrangler.ts";
import { type Finding, lookAround } from "./check.ts";

export interface Preparation {
  /** Asks, and changes nothing. */
  readonly look: Wrangler;
  /** Makes what is missing, and shows what it says. */
  readonly change: Wrangler;
  /** The name that `wrangler.toml` gives the bucket. */
  readonly bucket: string;
  readonly makeSecret: () => string;
  /** Whether what is missing is to be made. */
  readonly setsUp: boolean;
  /** Whether a person reads what is said, and not a log that keeps it. */
  readonly isRead: boolean;
  readonly say: (text: string) => void;
}

const MARKS: Readonly<Record<Finding["state"], string>> = {
  there: "ok      ",
  missing: "MISSING ",
  unknown: "?       ",
};

/** Says what is missing for a deployment, and makes it where that is asked for. @returns whether all is there that has to be */
export async function prepare(preparation: Preparation): Promise<boolean> {
  const { look, change, bucket, makeSecret, setsUp, isRead, say } = preparation;
  const missing: Finding[] = [];
  for (const finding of await lookAround(look, bucket, makeSecret)) {
    const { state, message, fix } = finding;
    say(MARKS[state] + message);
    if (state !== "missing") continue;
    const isKept = fix?.input !== undefined && !isRead;
    if (setsUp && isKept) say("        It is not made here: it would be shown, and this output is no terminal.");
    if (!setsUp || !fix || isKept) {
      missing.push(finding);
      continue;
    }
    const input = fix.input?.();
    const { isOk, err } = await change(fix.args, input);
    if (!isOk) throw new ScriptError(`wrangler ${fix.args.join(" ")} failed: ${err.trim()}`);
    if (input !== undefined) say(`\nKeep this, it is shown only now; keys are made with it:\n\n  ${input}\n`);
  }
  if (!setsUp && missing.some(({ fix }) => fix !== null)) say("\n`npm run deploy -- --set-up` makes what is missing.");
  return missing.length === 0;
}
