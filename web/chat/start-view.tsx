import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { GoalView, RunView } from "../../src/client/client.ts";
import { useSettings } from "../api/settings.ts";
import { GoalChoicesFields } from "../goals/goal-choices.tsx";
import { useStartGoal } from "../goals/goal-queries.ts";
import { FIRST_CHOICES, type GoalChoices } from "../goals/new-goal.ts";
import { KeyAdvice, wordsOf } from "../ui/fault.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { WIDE } from "../ui/use-media.ts";
import { useTitle } from "../ui/use-title.ts";
import { preloadMarkdown } from "./answer.tsx";
import { Composer, FIRST_REQUEST, NEW_GOAL, SentWith } from "./composer.tsx";
import { HowItGoes } from "./how-it-goes.tsx";
import styles from "./start.module.css";
import { SuggestionCards } from "./suggestion-cards.tsx";
import { useConversations } from "./use-conversations.ts";
import { useSend } from "./use-send.ts";
import { useWriting } from "./use-writing.ts";

/** Where a conversation begins. */
export function StartView() {
  const [, go] = useLocation();
  const send = useSend(null);
  const [way, setWay] = useState<"request" | "goal">("request");
  const [choices, setChoices] = useState<GoalChoices>(FIRST_CHOICES);
  const start = useStartGoal(choices);
  const writing = useWriting(null);
  const { constraints } = useSettings().defaults;
  const { error, needsKey } = useConversations();
  useTitle(null);
  useEffect(preloadMarkdown, []);
  const { field } = writing;
  useEffect(() => {
    // A touch screen would show its keyboard over the half of the page.
    if (matchMedia(WITH_KEYBOARD).matches) field.current?.focus({ preventScroll: true });
  }, [field]);

  const onSent = ({ conversation, id }: RunView): void => {
    // Over a whole phone, the plan would hide what was asked.
    const query = matchMedia(WIDE).matches ? `?run=${encodeURIComponent(id)}` : "";
    go(`/chat/${encodeURIComponent(conversation)}${query}`, { state: { isSent: true } });
  };

  const onStarted = ({ id }: GoalView): void => go(`/goals/${encodeURIComponent(id)}`);

  return (
    <div className={styles.start}>
      <header className={styles.head}>
        <h1>What is to be done?</h1>
        <p>Drop in an invoice, a photo or a recording, and say what you want.</p>
        {needsKey ? (
          <p>
            {wordsOf(error)}. <KeyAdvice />
          </p>
        ) : null}
      </header>
      <Tabs label="A request or a goal" tabs={WAYS} shown={way} onShow={setWay}>
        {way === "request" ? (
          <div className={styles.way}>
            <Composer conversation={null} written={FIRST_REQUEST} writing={writing} onSend={send} onSent={onSent} />
          </div>
        ) : (
          <div className={styles.way}>
            <p>A goal is larger than a request: a language model breaks it into steps, and you are asked on the way.</p>
            <Composer
              conversation={null}
              written={NEW_GOAL}
              writing={writing}
              onSend={start}
              onSent={onStarted}
              choices={<SentWith defaults={constraints ? { constraints } : {}} />}
            />
            <GoalChoicesFields choices={choices} onChange={setChoices} />
          </div>
        )}
      </Tabs>
      <HowItGoes />
      <SuggestionCards onSend={send} onSent={onSent} />
    </div>
  );
}

/** Most likely a keyboard lies before the screen. */
const WITH_KEYBOARD = "(hover: hover) and (pointer: fine)";

const WAYS = [
  { name: "request", label: "Request" },
  { name: "goal", label: "Goal" },
] as const;
