import { FileAudio, FileText, KeyRound, LoaderCircle, MessageSquareText } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { RunView } from "../../src/client/client.ts";
import { useClient } from "../api/client.ts";
import { useTaskTypes } from "../api/use-task-types.ts";
import { Fault } from "../ui/fault.tsx";
import styles from "./start.module.css";
import { type DemoFile, fetchDemoFiles, SUGGESTIONS, type Suggestion } from "./suggestions.ts";
import type { Send } from "./use-send.ts";

/** First requests that run at one click, with files of their own; what is being written meanwhile stays. */
export function SuggestionCards({
  onSend,
  onSent,
}: {
  readonly onSend: Send;
  readonly onSent: (run: RunView) => void;
}) {
  const client = useClient();
  const types = useTaskTypes();
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const run = async (suggestion: Suggestion): Promise<void> => {
    if (chosen !== null) return;
    const { signal } = leaving.current;
    setChosen(suggestion);
    setFault(null);
    try {
      const files = await fetchDemoFiles(suggestion.files, signal);
      const attached = await Promise.all(files.map((file) => client.upload(file, { name: file.name }, { signal })));
      if (signal.aborted) return;
      const sent = await onSend(suggestion.text, attached);
      if (!signal.aborted) onSent(sent);
    } catch (refusal) {
      if (!signal.aborted) setFault(refusal);
    }
    setChosen(null);
  };

  return (
    <section className={styles.suggestions} aria-labelledby="suggestions">
      <h2 id="suggestions">Or try one of these: a click runs it</h2>
      {fault === null ? null : <Fault fault={fault} />}
      <ul>
        {SUGGESTIONS.map((suggestion) => (
          <li key={suggestion.text}>
            <button
              type="button"
              className={styles.card}
              aria-disabled={chosen !== null}
              onClick={() => void run(suggestion)}
            >
              <Thumbnail files={suggestion.files} isBusy={chosen === suggestion} />
              <strong>{suggestion.title}</strong>
              <span>{suggestion.text}</span>
              {suggestion.needs !== null && types?.get(suggestion.needs)?.does === false ? (
                <small className={styles.needsKey}>
                  <KeyRound size={14} aria-hidden /> needs a key
                </small>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the files of a suggestion look like; a picture of the first one. */
function Thumbnail({
  files: [first, ...others],
  isBusy,
}: {
  readonly files: readonly DemoFile[];
  readonly isBusy: boolean;
}) {
  const kind = first?.mediaType.split("/")[0];
  const Icon = kind === "audio" ? FileAudio : first ? FileText : MessageSquareText;
  return (
    <div className={styles.thumbnail}>
      {isBusy ? (
        <LoaderCircle size={24} aria-label="Being sent" className={styles.turning} />
      ) : first && kind === "image" ? (
        <img src={first.address} alt="" loading="lazy" />
      ) : (
        <Icon size={24} aria-hidden />
      )}
      <small>
        {first ? first.name : "no file"}
        {others.length === 0 ? null : ` and ${others.length} more`}
      </small>
    </div>
  );
}
