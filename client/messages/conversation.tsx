import { Check, CheckCheck, CircleAlert, Clock, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  MAX_MESSAGE_LENGTH,
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
import { type ConversationCalls, type PendingMessage, useConversation } from "./use-conversation";
import { useWords } from "../words/use-words";
import { english, type Phrase, type Say } from "../words/words";

export interface ConversationProps {
  side: Side;
  tripId: string;
  calls: ConversationCalls;
  timeZone: string;
  /**
   * Replies that are sent with one press, in English. Their context is "a message", with which readers get them
   * translated.
   */
  quickReplies?: readonly Phrase[];
  dense?: boolean;
  /** Whether the viewer may only read. */
  readOnly?: boolean;
}

const sideNames: Record<Side, string> = { rider: "Rider", driver: "Driver", dispatch: "Dispatch" };

/** The messages of rider, driver and dispatch about a trip, and the field to write in. */
export default function Conversation({
  side,
  tripId,
  calls,
  timeZone,
  quickReplies = [],
  dense = false,
  readOnly = false,
}: ConversationProps) {
  const t = useWords();
  const conversation = useConversation(side, tripId, calls);
  const { thread, messages, pending, draft } = conversation;
  const [to, setTo] = useState<Recipient | null>(null);
  const messageList = useRef<HTMLDivElement>(null);
  const id = useId();
  const shownCount = messages.length + pending.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest is what one came for
  useEffect(() => {
    const listElement = messageList.current;
    if (listElement) listElement.scrollTop = listElement.scrollHeight;
  }, [shownCount]);

  if (!thread) {
    if (conversation.failure !== null)
      return <ErrorState message={conversation.failure} onRetry={conversation.reload} />;
    return (
      <div aria-busy="true" className="grid gap-2" role="status">
        <span className="sr-only">{t("Loading messages")}</span>
        <Skeleton className="h-10 w-3/5" />
        <Skeleton className="ms-auto h-10 w-1/2" />
      </div>
    );
  }

  const choices = recipientChoices(side, thread, t);
  const chosen = to ?? choices[0]?.to ?? null;
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // On a phone Enter starts a new line; with a keyboard it sends, and Shift+Enter starts a line.
    const shouldSend = event.ctrlKey || event.metaKey || (hasKeyboard() && !event.shiftKey);
    if (event.key !== "Enter" || !shouldSend || event.nativeEvent.isComposing) return;
    event.preventDefault();
    conversation.send(draft, chosen);
  };
  return (
    <div className="grid gap-3">
      {conversation.hasEarlierMessages && (
        <Button onClick={() => void conversation.loadEarlier()} size="small" variant="quiet">
          {t("Show earlier messages")}
        </Button>
      )}
      {shownCount === 0 ? (
        <p className="text-ink-muted">
          {side === "dispatch" ? t("No messages yet.") : emptyWords(side, thread, t)}
        </p>
      ) : (
        <div
          aria-label={t("Messages")}
          className={classNames(
            "overflow-y-auto overscroll-contain",
            dense ? "max-h-72" : "max-h-96",
          )}
          ref={messageList}
          role="log"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
          tabIndex={0}
        >
          <ol className="grid min-w-0 gap-2">
            {messages.map((message) => (
              <Bubble key={message.id} message={message} side={side} timeZone={timeZone} />
            ))}
            {pending.map((message) => (
              <PendingBubble
                key={message.key}
                message={message}
                onDiscard={() => conversation.discard(message.key)}
                onRetry={() => conversation.retry(message.key)}
              />
            ))}
          </ol>
        </div>
      )}
      {conversation.failure !== null && (
        <p className="text-danger-ink text-sm" role="status">
          {conversation.failure}
        </p>
      )}
      {thread.writable !== "yes" || readOnly ? (
        <p className="rounded-md bg-surface-sunken px-3 py-2 text-ink-muted text-sm">
          {closedWords(thread, readOnly, t)}
        </p>
      ) : (
        <form
          method="post"
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            conversation.send(draft, chosen);
          }}
        >
          {quickReplies.length > 0 && (
            <ul aria-label={t("Quick replies")} className="flex flex-wrap gap-2">
              {quickReplies.map((words) => (
                <li key={english.of(words)}>
                  <Button
                    onClick={() => conversation.send(english.of(words), chosen)}
                    size={dense ? "small" : "medium"}
                    variant="secondary"
                  >
                    {t.of(words)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {choices.length > 1 && (
            <fieldset className="flex flex-wrap items-center gap-2">
              <legend className="sr-only">{t("Who reads this message")}</legend>
              {choices.map((choice) => (
                <Chip
                  count={null}
                  key={choice.to}
                  label={choice.words}
                  onPress={() => setTo(choice.to)}
                  isPressed={chosen === choice.to}
                />
              ))}
            </fieldset>
          )}
          <div className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextArea
                dense={dense}
                id={id}
                label={t("Message")}
                labelHidden
                maxLength={MAX_MESSAGE_LENGTH}
                onChange={(event) => conversation.setDraft(event.target.value)}
                onKeyDown={sendOnEnter}
                placeholder={t("Write a message")}
                rows={2}
                value={draft}
              />
            </div>
            <Button
              disabled={draft.trim() === ""}
              icon={<SendHorizontal aria-hidden="true" className="rtl:rotate-180" size={18} />}
              size={dense ? "small" : "medium"}
              type="submit"
              variant="primary"
            >
              {t("Send")}
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
  const t = useWords();
  const { mine, from, to, name, readBy } = message;
  const isOurs = mine || from === side;
  const isForDispatchOnly = to === "dispatch" && side !== "dispatch";
  return (
    <li
      className={classNames(
        "grid max-w-[85%] gap-0.5",
        isOurs ? "ms-auto justify-items-end" : "me-auto",
      )}
    >
      <p
        className={classNames(
          "w-fit whitespace-pre-line break-words rounded-lg px-3 py-2",
          isOurs ? "bg-accent-surface" : "bg-surface-sunken",
        )}
        dir="auto"
      >
        {t.known(message.text, "a message")}
      </p>
      <p className="flex flex-wrap items-center gap-x-1.5 text-ink-muted text-xs">
        <span>
          {mine
            ? t("You")
            : from === "dispatch" || side !== "dispatch"
              ? t.known(name)
              : `${name}${t.known(", ")}${sideNames[from].toLowerCase()}`}
        </span>
        {(isForDispatchOnly || side === "dispatch") && <span>{recipientWords(to, t)}</span>}
        <time dateTime={message.at}>{formatMoment(message.at, timeZone, "time")}</time>
        {isOurs &&
          (readBy.length > 0 ? (
            <span className="inline-flex items-center gap-1">
              <CheckCheck aria-hidden="true" size={14} />
              {side === "dispatch"
                ? t("Read by {names}", {
                    names: readBy.map((one) => sideNames[one].toLowerCase()).join(" and "),
                  })
                : t("Read")}
            </span>
          ) : (
            <span className="inline-flex items-center gap-1">
              <Check aria-hidden="true" size={14} />
              {t("Sent")}
            </span>
          ))}
      </p>
    </li>
  );
}

function PendingBubble({
  message,
  onRetry,
  onDiscard,
}: {
  message: PendingMessage;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const t = useWords();
  const { phase, failureText, text } = message;
  return (
    <li className="ms-auto grid max-w-[85%] justify-items-end gap-0.5">
      <p
        className="w-fit whitespace-pre-line break-words rounded-lg border border-line border-dashed px-3 py-2"
        dir="auto"
      >
        {t.known(text, "a message")}
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
        {phase === "sending" && t("Sending…")}
        {phase === "waiting" && t("Not sent yet. It will be sent automatically.")}
        {phase === "refused" && t("Not sent. {why}", { why: failureText })}
      </p>
      {phase !== "sending" && (
        <p className="flex gap-2">
          <Button onClick={onRetry} size="small" variant="quiet">
            {t("Send again")}
          </Button>
          <Button onClick={onDiscard} size="small" variant="quiet">
            {t("Discard")}
          </Button>
        </p>
      )}
    </li>
  );
}

/** Returns the recipients that this side may choose, the default first. */
function recipientChoices(
  side: Side,
  { rider, driver }: Thread,
  t: Say,
): { to: Recipient; words: string }[] {
  if (side === "rider")
    return [
      { to: "driver", words: driver ? t("To {driver}", { driver }) : t("To the driver") },
      { to: "dispatch", words: t("To dispatch only") },
    ];
  if (side === "driver")
    return rider === null
      ? [{ to: "dispatch", words: t("To dispatch only") }]
      : [
          { to: "rider", words: t("To {rider}", { rider }) },
          { to: "dispatch", words: t("To dispatch only") },
        ];
  if (rider === null) return [{ to: "driver", words: t("To the driver") }];
  return [
    { to: "both", words: t("To both") },
    { to: "rider", words: t("To the rider") },
    { to: "driver", words: t("To the driver") },
  ];
}

function recipientWords(to: Recipient, t: Say): string {
  if (to === "both") return t("to both");
  if (to === "dispatch") return t("to dispatch only");
  return to === "rider" ? t("to the rider") : t("to the driver");
}

function emptyWords(side: Side, { rider, driver }: Thread, t: Say): string {
  if (side === "driver" && rider === null)
    return t("Your passenger has no account. Your messages go to dispatch.");
  const other = side === "rider" ? driver : rider;
  return other
    ? t("Write to {name} here. Neither of you sees the other’s number.", { name: other })
    : t("Write to each other here. Neither of you sees the other’s number.");
}

function closedWords({ writable, closed }: Thread, readOnly: boolean, t: Say): string {
  if (readOnly)
    return closed
      ? t("This conversation is closed.")
      : t("You can read messages but can’t write them.");
  if (writable === "not_yet") return t("You can write once a driver is assigned.");
  if (writable === "closed") return t("Dispatch has closed this conversation. Please call us.");
  return t("This conversation ended with the trip. Please call us.");
}

function hasKeyboard(): boolean {
  return window.matchMedia("(pointer: fine)").matches;
}
