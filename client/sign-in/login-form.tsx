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

/** How long the success message is shown before the code screen opens. */
const successNoticeMs = 2000;

/** The consent line under every sign-in form that can send to a phone. */
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
 * The sign-in form: one field and its button. What is sent, and where it leads, depends on the area. After
 * a failed try everything stays as typed, with the message under the field until something else is typed or
 * sent or the wait it names has ended, the cursor in the field and, if trying again makes sense, the button
 * enabled.
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
  /** The area's rule for an identifier: the error, or null. */
  faultOf: (identifier: string) => string | null;
  send: (identifier: string, callingCode?: string) => Promise<SendCodeAnswer>;
  /** The words for a failure. */
  wordsOf: (failure: unknown) => string;
  /** Runs when the success message has closed. */
  onSent: (answer: SendCodeAnswer) => void;
  /** Reports a failure; null when it no longer counts. */
  onFailure?: (failure: unknown) => void;
}) {
  const t = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState(emptyContact);
  const [error, setError] = useState<string | null>(null);
  // Whether the same would be refused again: for so long, or (null) until something else is typed.
  const [sendingBlock, setSendingBlock] = useState<{ durationMs: number | null } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { tell, popup } = useNoticePopup();
  const isBlocked = sendingBlock !== null || contact.fault !== null || contact.identifier === "";

  // Returned from the code screen to correct the contact.
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const sent = router.state.location.state.contact;
    if (!sent) return;
    setContact((current) =>
      current.text === "" ? { text: sent, identifier: "", fault: faultOf(sent) } : current,
    );
  }, []);

  useEffect(() => {
    if (!sendingBlock || sendingBlock.durationMs === null) return;
    const timer = setTimeout(() => {
      setSendingBlock(null);
      // The message named a wait, which has ended.
      setError(null);
    }, sendingBlock.durationMs);
    return () => clearTimeout(timer);
  }, [sendingBlock]);

  const focusField = () => {
    const field = form.current?.elements.namedItem("identifier");
    // After the closing dialog has returned the focus, or it would take it away again.
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
        tell({
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
        tell({
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
      // If the contact was not at fault, the same one may be sent again.
      if (status !== 0 && status < 500)
        setSendingBlock({ durationMs: wait === null ? null : wait * 1000 });
      onFailure?.(failure);
      tell({
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
