import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SendCodeAnswer } from "../../src/accounts/contract";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { emptyContact, LoginField } from "./login-field";
import "./navigation-state";
import { useNoticePopup } from "./notice-popup";
import { useWords } from "../words/use-words";

/** How long the success message is shown before the code screen opens, in ms. */
const successNoticeMs = 2000;

/** The consent text under every sign-in form that can send to a phone. */
export function ConsentLine() {
  const t = useWords();
  return (
    <p>
      {t(
        "By continuing, you agree that calls and SMS, including automated ones, may be sent to the number you give.",
      )}
    </p>
  );
}

/**
 * The sign-in form: one field and its button. The area decides what is sent and which screen follows. After a failed
 * try the text stays, and the cursor is in the field. The message stays under the field until something else is typed
 * or sent, or the wait that it names has ended. The button is enabled if trying again makes sense.
 */
export function LoginForm({
  api,
  settings,
  faultOf,
  send,
  wordsOf,
  onSent,
  onFailure,
}: {
  api: Api;
  settings: Settings;
  /** Returns the area's error for an identifier, or null. */
  faultOf: (identifier: string) => string | null;
  send: (identifier: string, callingCode?: string) => Promise<SendCodeAnswer>;
  /** Returns the text of a failure. */
  wordsOf: (failure: unknown) => string;
  /** Called when the success message has closed. */
  onSent: (answer: SendCodeAnswer) => void;
  /** Reports a failure; null when it no longer applies. */
  onFailure?: (failure: unknown) => void;
}) {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState(emptyContact);
  const [error, setError] = useState<string | null>(null);
  // Set if the same contact would be refused again: for this many ms, or (null) until something else is typed.
  const [sendingBlock, setSendingBlock] = useState<{ durationMs: number | null } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { showNotice, popup } = useNoticePopup();
  const isBlocked = sendingBlock !== null || contact.fault !== null || contact.identifier === "";

  // The rider returned from the code screen to correct the contact.
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const sentContact = router.state.location.state.contact;
    if (!sentContact) return;
    setContact((current) =>
      current.text === ""
        ? { text: sentContact, identifier: "", fault: faultOf(sentContact) }
        : current,
    );
  }, []);

  useEffect(() => {
    if (!sendingBlock || sendingBlock.durationMs === null) return;
    const timer = setTimeout(() => {
      setSendingBlock(null);
      // The wait that the message named has ended.
      setError(null);
    }, sendingBlock.durationMs);
    return () => clearTimeout(timer);
  }, [sendingBlock]);

  const focusField = () => {
    const field = form.current?.elements.namedItem("identifier");
    // Waits until the closing dialog has returned the focus, which would otherwise leave the field again.
    if (field instanceof HTMLElement) setTimeout(() => field.focus());
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBlocked || isSending) return;
    setIsSending(true);
    setError(null);
    try {
      const answer: Partial<SendCodeAnswer> = await send(contact.identifier, contact.code);
      if (answer?.usercontact && answer.newuser) {
        showNotice({
          kind: "success",
          text: answer.isEmail ? t("Check your inbox.") : t("Check your messages."),
          closeAfterMs: successNoticeMs,
          onClosed: () => {
            const { href, state } = router.state.location;
            router.history.replace(href, { ...state, contact: contact.identifier });
            onSent(answer as SendCodeAnswer);
          },
        });
      } else {
        showNotice({
          kind: "info",
          text: t("We couldn't find your contact details. Please try again."),
          onClosed: focusField,
        });
      }
    } catch (failure) {
      const text = wordsOf(failure);
      const status = failure instanceof ApiError ? failure.status : 500;
      const wait = failure instanceof ApiError ? failure.retryAfterSeconds : null;
      setError(text);
      // After a network or server failure, the same contact may be sent again.
      if (status !== 0 && status < 500)
        setSendingBlock({ durationMs: wait === null ? null : wait * 1000 });
      onFailure?.(failure);
      showNotice({
        kind: "error",
        text,
        detail:
          status === 0
            ? t("No answer: you seem to be offline. What you typed is still here.")
            : undefined,
        onClosed: focusField,
      });
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={submit} ref={form}>
      <LoginField
        api={api}
        contact={contact}
        error={error}
        faultOf={faultOf}
        home={settings.country}
        onContact={(next) => {
          if (next.text !== contact.text) {
            setError(null);
            setSendingBlock(null);
            onFailure?.(null);
          }
          setContact(next);
        }}
      />
      <Button
        busy={isSending}
        busyLabel={t("Sending...")}
        disabled={isBlocked}
        size="large"
        type="submit"
        wide
      >
        {t("Continue")}
      </Button>
      {popup}
    </form>
  );
}
