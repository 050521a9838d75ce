import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import { useClient } from "../../api/client.ts";
import { useTaskTypes } from "../../api/use-task-types.ts";
import { Button } from "../../ui/button.tsx";
import { type FoundNode, foundNodes, isNode } from "../search.ts";
import styles from "./graph.module.css";

/** Models that are offered at once. */
const MOST_MODELS = 6;
/** Shorter words find everything. */
const MIN_WORDS_CHARS = 2;

/** Asks in plain words for the node that the graph is drawn around; who knows its id may write that. */
export function CenterField({
  center,
  onCenter,
}: {
  readonly center: string;
  readonly onCenter: (id: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const found = useFoundNodes(useDeferredValue(text.trim()));
  const wanted = isNode(text.trim()) ? text.trim() : (found[0]?.id ?? "");
  return (
    <form
      className={styles.center}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== "" && wanted !== center) onCenter(wanted);
      }}
    >
      <label htmlFor={id}>Draw what is around</label>
      <span className={styles.ask}>
        <input
          id={id}
          type="search"
          value={text}
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          placeholder={center}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" disabled={wanted === "" || wanted === center}>
          Draw
        </Button>
      </span>
      <small id={`${id}-hint`}>
        In plain words, such as “speech” or “whisper”; or a node, such as task:summarization or licence:mit
      </small>
      {found.length === 0 ? null : (
        <ul className={styles.found} aria-label="Found">
          {found.map((node) => (
            <li key={node.id}>
              <button type="button" className={styles.hit} onClick={() => onCenter(node.id)}>
                <strong>{node.name}</strong> <small className={styles.about}>{node.words}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** Task types and models that have some words. */
function useFoundNodes(words: string): readonly FoundNode[] {
  const client = useClient();
  const types = useTaskTypes();
  const isAsked = words.length >= MIN_WORDS_CHARS && !isNode(words);
  const { data } = useQuery({
    queryKey: ["models", "found", words],
    queryFn: ({ signal }) => client.models.search({ q: words, limit: MOST_MODELS }, { signal }),
    enabled: isAsked,
  });
  return isAsked ? foundNodes(words, [...(types?.values() ?? [])], data?.models ?? []) : [];
}
