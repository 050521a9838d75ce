import { useEffect, useState } from "react";
import type { RunView } from "../../src/client/client.ts";
import { statusWords } from "../ui/status.tsx";
import { spokenAnswer } from "./run-words.ts";

/** What a screen reader is told of a run that is watched: how it stands, and in the end its answer. */
export function useAnnouncement(run: RunView | null): string {
  const [told, setTold] = useState("");
  const words =
    run === null
      ? null
      : run.endedAt === null
        ? `The run: ${statusWords(run.status)}`
        : `The run: ${statusWords(run.status)}. ${spokenAnswer(run.answer ?? "")}`;
  // What was told last stays when the run is no longer watched, or it would be gone before it is read.
  useEffect(() => {
    if (words !== null) setTold(words);
  }, [words]);
  return told;
}
