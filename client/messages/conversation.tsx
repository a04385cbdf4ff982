import { Check, CheckCheck, CircleAlert, Clock, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  MOST_LETTERS,
  type Recipient,
  type Side,
  type Thread,
  type TripMessage,
} from "../../src/messages/contract";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { classNames } from "../ui/class-names";
import { ErrorState } from "../ui/error-state";
import { formatMoment } from "../ui/moment";
import { Skeleton } from "../ui/skeleton";
import { TextArea } from "../ui/text-area";
import { type ConversationCalls, type Pending, useConversation } from "./use-conversation";

export interface ConversationProps {
  side: Side;
  tripId: string;
  calls: ConversationCalls;
  timeZone: string;
  /** Sent with one press. */
  quickReplies?: readonly string[];
  dense?: boolean;
  /** Where somebody who may only look, looks. */
  readOnly?: boolean;
}

const sides: Record<Side, string> = { rider: "Rider", driver: "Driver", dispatch: "Dispatch" };

/** What rider, driver and dispatch wrote to each other about a trip, and the field to write in. */
export default function Conversation({
  side,
  tripId,
  calls,
  timeZone,
  quickReplies = [],
  dense = false,
  readOnly = false,
}: ConversationProps) {
  const talk = useConversation(side, tripId, calls);
  const { thread, messages, pending, draft } = talk;
  const [to, setTo] = useState<Recipient | null>(null);
  const end = useRef<HTMLOListElement>(null);
  const id = useId();
  const shown = messages.length + pending.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest is what one came for
  useEffect(() => {
    const list = end.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [shown]);

  if (!thread) {
    if (talk.failure !== null) return <ErrorState message={talk.failure} onRetry={talk.reload} />;
    return (
      <div aria-busy="true" className="grid gap-2" role="status">
        <span className="sr-only">Loading messages</span>
        <Skeleton className="h-10 w-3/5" />
        <Skeleton className="ms-auto h-10 w-1/2" />
      </div>
    );
  }

  const choices = recipients(side, thread);
  const chosen = to ?? choices[0]?.to ?? null;
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // On a phone Enter begins a line; with a keyboard it sends, and Shift begins a line.
    const sends = event.ctrlKey || event.metaKey || (hasKeyboard() && !event.shiftKey);
    if (event.key !== "Enter" || !sends || event.nativeEvent.isComposing) return;
    event.preventDefault();
    talk.send(draft, chosen);
  };
  return (
    <div className="grid gap-3">
      {talk.hasEarlier && (
        <Button onClick={() => void talk.loadEarlier()} size="small" variant="quiet">
          Show earlier messages
        </Button>
      )}
      {shown === 0 ? (
        <p className="text-ink-muted">
          {side === "dispatch" ? "Nobody has written yet." : emptyWords(side, thread)}
        </p>
      ) : (
        <ol
          aria-label="Messages"
          className={classNames(
            "grid min-w-0 gap-2 overflow-y-auto overscroll-contain",
            dense ? "max-h-72" : "max-h-96",
          )}
          ref={end}
          role="log"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          tabIndex={0}
        >
          {messages.map((message) => (
            <Bubble key={message.id} message={message} side={side} timeZone={timeZone} />
          ))}
          {pending.map((message) => (
            <Waiting
              key={message.key}
              message={message}
              onDiscard={() => talk.discard(message.key)}
              onRetry={() => talk.retry(message.key)}
            />
          ))}
        </ol>
      )}
      {talk.failure !== null && (
        <p className="text-danger-ink text-sm" role="status">
          {talk.failure}
        </p>
      )}
      {thread.writable !== "yes" || readOnly ? (
        <p className="rounded-md bg-surface-sunken px-3 py-2 text-ink-muted text-sm">
          {closedWords(thread, readOnly)}
        </p>
      ) : (
        <form
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            talk.send(draft, chosen);
          }}
        >
          {quickReplies.length > 0 && (
            <ul aria-label="Quick replies" className="flex flex-wrap gap-2">
              {quickReplies.map((words) => (
                <li key={words}>
                  <Button
                    onClick={() => talk.send(words, chosen)}
                    size={dense ? "small" : "medium"}
                    variant="secondary"
                  >
                    {words}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {choices.length > 1 && (
            <fieldset className="flex flex-wrap items-center gap-2">
              <legend className="sr-only">Who reads it</legend>
              {choices.map((choice) => (
                <Chip
                  count={null}
                  key={choice.to}
                  label={choice.words}
                  onPress={() => setTo(choice.to)}
                  pressed={chosen === choice.to}
                />
              ))}
            </fieldset>
          )}
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextArea
                dense={dense}
                id={id}
                label="Message"
                labelHidden
                maxLength={MOST_LETTERS}
                onChange={(event) => talk.setDraft(event.target.value)}
                onKeyDown={onKey}
                placeholder="Write a message"
                rows={dense ? 2 : 2}
                value={draft}
              />
            </div>
            <Button
              disabled={draft.trim() === ""}
              icon={<SendHorizontal aria-hidden="true" size={18} />}
              size={dense ? "small" : "medium"}
              type="submit"
              variant="primary"
            >
              Send
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

function Bubble({
  message,
  side,
  timeZone,
}: {
  message: TripMessage;
  side: Side;
  timeZone: string;
}) {
  const { mine, from, to, name, readBy } = message;
  const ours = mine || from === side;
  const alone = to === "dispatch" && side !== "dispatch";
  return (
    <li
      className={classNames(
        "grid max-w-[85%] gap-0.5",
        ours ? "ms-auto justify-items-end" : "me-auto",
      )}
    >
      <p
        className={classNames(
          "w-fit whitespace-pre-line break-words rounded-lg px-3 py-2",
          ours ? "bg-accent-surface" : "bg-surface-sunken",
        )}
      >
        {message.text}
      </p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-ink-muted text-xs">
        <span>
          {mine
            ? "You"
            : from === "dispatch" || side !== "dispatch"
              ? name
              : `${name}, ${sides[from].toLowerCase()}`}
        </span>
        {(alone || side === "dispatch") && <span>to {toWords(to)}</span>}
        <time dateTime={message.at}>{formatMoment(message.at, timeZone, "time")}</time>
        {ours &&
          (readBy.length > 0 ? (
            <span className="inline-flex items-center gap-1">
              <CheckCheck aria-hidden="true" size={14} />
              {side === "dispatch"
                ? `Read by ${readBy.map((one) => sides[one].toLowerCase()).join(" and ")}`
                : "Read"}
            </span>
          ) : (
            <span className="inline-flex items-center gap-1">
              <Check aria-hidden="true" size={14} />
              Sent
            </span>
          ))}
      </p>
    </li>
  );
}

function Waiting({
  message,
  onRetry,
  onDiscard,
}: {
  message: Pending;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const { phase, why, text } = message;
  return (
    <li className="ms-auto grid max-w-[85%] justify-items-end gap-0.5">
      <p className="w-fit whitespace-pre-line break-words rounded-lg border border-line border-dashed px-3 py-2">
        {text}
      </p>
      <p
        className={classNames(
          "flex flex-wrap items-center gap-1.5 text-xs",
          phase === "refused" ? "text-danger-ink" : "text-ink-muted",
        )}
      >
        {phase === "refused" ? (
          <CircleAlert aria-hidden="true" size={14} />
        ) : (
          <Clock aria-hidden="true" size={14} />
        )}
        {phase === "sending" && "Sending…"}
        {phase === "waiting" && "Not sent yet. It goes out by itself."}
        {phase === "refused" && `Not sent. ${why}`}
      </p>
      {phase !== "sending" && (
        <p className="flex gap-2">
          <Button onClick={onRetry} size="small" variant="quiet">
            Send again
          </Button>
          <Button onClick={onDiscard} size="small" variant="quiet">
            Discard
          </Button>
        </p>
      )}
    </li>
  );
}

/** Whom this side may write to, the usual first. */
function recipients(side: Side, { rider, driver }: Thread): { to: Recipient; words: string }[] {
  if (side === "rider")
    return [
      { to: "driver", words: driver ? `To ${driver}` : "To the driver" },
      { to: "dispatch", words: "To dispatch only" },
    ];
  if (side === "driver")
    return rider === null
      ? [{ to: "dispatch", words: "To dispatch only" }]
      : [
          { to: "rider", words: `To ${rider}` },
          { to: "dispatch", words: "To dispatch only" },
        ];
  if (rider === null) return [{ to: "driver", words: "To the driver" }];
  return [
    { to: "both", words: "To both" },
    { to: "rider", words: "To the rider" },
    { to: "driver", words: "To the driver" },
  ];
}

function toWords(to: Recipient): string {
  if (to === "both") return "both";
  return to === "dispatch" ? "dispatch only" : `the ${to}`;
}

function emptyWords(side: Side, { rider, driver }: Thread): string {
  if (side === "driver" && rider === null)
    return "Your passenger has no account. What you write goes to dispatch.";
  const other = side === "rider" ? driver : rider;
  return `Write to ${other ?? "each other"} here. Neither of you sees the other’s number.`;
}

function closedWords({ writable, closed }: Thread, readOnly: boolean): string {
  if (readOnly) return closed ? "This conversation is closed." : "You can read, not write.";
  if (writable === "not_yet") return "You can write once a driver is assigned.";
  if (writable === "closed") return "Dispatch has closed this conversation. Please call us.";
  return "This conversation ended with the trip. Please call us.";
}

function hasKeyboard(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}
