import { ArrowUp, LoaderCircle, Mic, Paperclip } from "lucide-react";
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "wouter";
import { ApiError } from "../../src/client/client.ts";
import { changeSettings, useSettings } from "../api/settings.ts";
import type { MessageDefaults } from "../api/stored-settings.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { shownName } from "../values/words.ts";
import { AttachmentList } from "./attachment-list.tsx";
import { type Attachments, heldBackBy } from "./attachments.ts";
import styles from "./composer.module.css";
import { drafts } from "./drafts.ts";
import { DropTarget } from "./drop-target.tsx";
import { MAX_GOAL_CHARS, MAX_MESSAGE_CHARS } from "./limits.ts";
import { Recording } from "./recording.tsx";
import { sentWith } from "./sent-with.ts";
import { useAttached } from "./use-attachments.ts";
import { usePastedFiles } from "./use-pasted-files.ts";
import { useRecorder } from "./use-recorder.ts";
import type { Send } from "./use-send.ts";

/** The id of the field in which a request or a goal is written; a view has one. */
export const WRITING_FIELD = "writing";
/** From so many characters on, how many are left is said. */
const NEAR_LIMIT_CHARS = 1_000;

export interface Writing {
  readonly text: string;
  /** Keeps it as a draft as well. */
  readonly setText: (text: string) => void;
  readonly attachments: Attachments;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** What is written: what it is called where it is written, and how long it may be, as the server counts. */
interface Written {
  readonly form: string;
  readonly field: string;
  readonly placeholder: string;
  readonly maxChars: number;
}

const REQUEST = { form: "New message", field: "Your request", maxChars: MAX_MESSAGE_CHARS } as const;
export const FIRST_REQUEST: Written = { ...REQUEST, placeholder: "Describe it, and attach what it is about" };
export const NEXT_REQUEST: Written = { ...REQUEST, placeholder: "Go on" };
export const NEW_GOAL: Written = {
  ...{ form: "New goal", field: "Your goal", maxChars: MAX_GOAL_CHARS },
  placeholder: "Say what is to be reached, and attach what it is about",
};

/**
 * Where a message, or a goal, is written, with what goes with it.
 * @param note what there is to say of its sending
 * @param choices how it is to be done, beside what it is sent with
 */
export function Composer<Sent>({
  conversation,
  writing: { text, setText, attachments, field },
  onSend,
  onSent,
  note,
  written,
  choices = <MessageChoices />,
}: {
  readonly conversation: string | null;
  readonly writing: Writing;
  readonly onSend: Send<Sent>;
  readonly onSent: (sent: Sent) => void;
  readonly note?: ReactNode;
  readonly written: Written;
  readonly choices?: ReactNode;
}) {
  const { files, refused } = useAttached(attachments);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isHere = useIsHere();
  const noteId = useId();
  const recorder = useRecorder((wav) => attachments.add([new File([wav], "recording.wav", { type: "audio/wav" })]));
  usePastedFiles((pasted) => attachments.add(pasted));

  const microphone = useRef<HTMLButtonElement>(null);
  const isRecording = recorder.phase !== "off";
  const wasRecording = useRef(false);
  // Its buttons are gone with it: the keyboard goes on where the recording began.
  useEffect(() => {
    if (wasRecording.current && !isRecording) microphone.current?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);

  const left = written.maxChars - text.length;
  const heldBack = heldBackBy(files.map(({ name, progress }) => ({ name: shownName(name), progress })));
  const canSend = text.trim() !== "" && left >= 0 && heldBack === null && !isSending && !isRecording;

  const send = async (): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    setFault(null);
    try {
      const attached = await attachments.settled();
      // Whoever left before it went finds it as it was.
      if (!isHere.current) return;
      if (!attached) throw new Error("A file could not be uploaded: try it again, or remove it.");
      const sent = await onSend(text, attached);
      setText("");
      attachments.clear();
      // Whoever went elsewhere meanwhile is not called back.
      if (isHere.current) onSent(sent);
    } catch (refusal) {
      setFault(refusal);
    } finally {
      setSending(false);
      field.current?.focus();
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void send();
  };

  return (
    <form className={styles.composer} aria-label={written.form} onSubmit={onSubmit}>
      <DropTarget onDrop={({ files: dropped, refused: folders }) => attachments.add(dropped, folders)} />
      {isGone(fault) && conversation !== null ? (
        <Fault fault={new Error("This conversation is not here: it has been deleted, or belongs to another key.")}>
          <p>
            Your text is kept.{" "}
            <Link href="/" onClick={() => takeAlong(text)}>
              Take it to a new conversation
            </Link>
          </p>
        </Fault>
      ) : fault === null ? null : (
        <Fault fault={isUnheard(fault) ? new Error("The server did not answer.") : fault}>
          <p>Your text is kept{isUnheard(fault) ? ": send it again, and it is done once" : ""}.</p>
        </Fault>
      )}
      {recorder.hindrance === null ? null : <p role="alert">{recorder.hindrance}</p>}
      <div className={styles.box}>
        <AttachmentList attachments={attachments} files={files} refused={refused} />
        <GrowingText
          ref={field}
          id={WRITING_FIELD}
          aria-label={written.field}
          aria-describedby={noteId}
          aria-invalid={left < 0}
          readOnly={isSending}
          enterKeyHint="send"
          placeholder={written.placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        {isRecording ? (
          <Recording recorder={recorder} />
        ) : (
          <div className={styles.tools}>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label="Files to attach"
              onChange={({ target }) => {
                attachments.add([...(target.files ?? [])]);
                // The same file may be picked again after it was removed.
                target.value = "";
              }}
            />
            <IconButton label="Attach files" onClick={() => picker.current?.click()}>
              <Paperclip size={18} aria-hidden />
            </IconButton>
            <IconButton ref={microphone} label="Record from the microphone" onClick={recorder.start}>
              <Mic size={18} aria-hidden />
            </IconButton>
            {choices}
            <Button look="primary" type="submit" className={styles.send} disabled={!canSend}>
              {isSending ? (
                <LoaderCircle size={18} aria-hidden className={styles.turning} />
              ) : (
                <ArrowUp size={18} aria-hidden />
              )}
              <span>{isSending ? "Sending" : "Send"}</span>
            </Button>
          </div>
        )}
      </div>
      <p id={noteId} className={styles.note} aria-live="polite">
        {left < 0 ? (
          <span className={styles.over}>
            {(-left).toLocaleString("en")} {left === -1 ? "character" : "characters"} too many: attach a long text as a
            file.
          </span>
        ) : left < NEAR_LIMIT_CHARS ? (
          `${left} ${left === 1 ? "character" : "characters"} left.`
        ) : (
          (heldBack ?? (text.trim() === "" ? null : note))
        )}
      </p>
    </form>
  );
}

/** Set for a key that an input method has taken; Safari ends the composition before it tells of the key. */
const TAKEN_KEY_CODE = 229;

/** While an input method composes a word, Enter chooses that word. */
const isComposing = ({ isComposing: composes, keyCode }: globalThis.KeyboardEvent): boolean =>
  composes || keyCode === TAKEN_KEY_CODE;

/** Whether there is nothing any more to send it to; a file that is gone has the same code. */
const isGone = (fault: unknown): boolean =>
  fault instanceof ApiError && fault.status === 404 && /^There is no (?:such run or )?conversation/.test(fault.detail);

/** Puts a text where a new conversation begins, after what is written there already. */
const takeAlong = (text: string): void =>
  drafts.write(null, [drafts.read(null), text].filter((part) => part.trim() !== "").join("\n\n"));

/** Whether nobody knows if it has arrived. */
const isUnheard = (fault: unknown): boolean => fault instanceof ApiError && fault.status === 0;

function MessageChoices() {
  const { defaults } = useSettings();
  return (
    <>
      <ApprovalSwitch />
      <SentWith defaults={defaults} />
    </>
  );
}

/** What is set for all messages acts on this one: here it is seen, and leads to where it is changed. */
export function SentWith({ defaults }: { readonly defaults: MessageDefaults }) {
  const told = sentWith(defaults);
  if (told.length === 0) return null;
  return (
    <Link href="/settings" className={styles.sentWith} title={told.join(", ")}>
      Sent with: {told.join(", ")}
    </Link>
  );
}

function ApprovalSwitch() {
  const { approvePlans } = useSettings();
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={approvePlans}
        aria-checked={approvePlans}
        onChange={({ target }) => changeSettings({ approvePlans: target.checked })}
      />
      <span>Show me the plan first</span>
    </label>
  );
}

/** A text field that is as high as its text, up to what its style allows. */
function GrowingText({
  ref,
  ...rest
}: Omit<ComponentProps<"textarea">, "ref"> & { readonly ref: RefObject<HTMLTextAreaElement | null> }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the text changes
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.style.blockSize = "auto";
    field.style.blockSize = `${field.scrollHeight}px`;
  }, [ref, rest.value]);
  return <textarea rows={1} {...rest} ref={ref} className={styles.text} />;
}
/** Whether what uses it is still shown: for what comes after a wait. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
