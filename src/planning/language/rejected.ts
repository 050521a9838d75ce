import type { Issue } from "../../domain/errors.ts";
import type { RejectedValue } from "../controller.ts";
import type { ChatMessage } from "./language-model.ts";

/** Of an answer that did not pass, and of what is wrong with it. */
const MAX_SAID_CHARS = 8_000;
const MAX_FAULTS_SHOWN = 20;
const MAX_FAULT_CHARS = 300;

/** The turns behind a prompt in which its answer did not pass: the answer, and what is wrong with it. */
export function again(rejected: RejectedValue | undefined): readonly ChatMessage[] {
  if (!rejected) return [];
  const faults = JSON.stringify(shown(rejected.faults));
  return [
    { role: "assistant", content: rejected.said.slice(0, MAX_SAID_CHARS) },
    {
      role: "user",
      content: `That does not do. What is wrong with the value, as JSON (a "where" of "items.0" is the first of "items"): ${faults}\nWrite the whole answer again with these faults put right, in the same form.`,
    },
  ];
}

const shown = (faults: readonly Issue[]): readonly object[] =>
  faults
    .slice(0, MAX_FAULTS_SHOWN)
    .map(({ path, message }) => ({ where: path, fault: message.slice(0, MAX_FAULT_CHARS) }));
