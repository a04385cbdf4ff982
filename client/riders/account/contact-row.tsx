import { AtSign, PhoneCall } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useActions } from "../../forms/use-actions";
import { INVALID_EMAIL, INVALID_PHONE, readIdentifier } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { CodeField, isCodeComplete } from "../../ui/code-field";
import { TextField } from "../../ui/text-field";
import { useAuth } from "../client-auth";
import { profileFailureText } from "../profile";
import { BreakableContact } from "./breakable-contact";
import { ResendButton, useResendWait } from "./resend-wait";
import { RichSentence, useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

type PhoneField = typeof import("../../phone-input/phone-field").PhoneField;

const contactKinds = {
  email: {
    name: phrase("E-mail"),
    newLabel: phrase("New e-mail"),
    change: phrase("Change e-mail"),
    add: phrase("Add e-mail"),
    code: phrase("Code for the new e-mail"),
    Icon: AtSign,
    fault: INVALID_EMAIL,
  },
  phone: {
    name: phrase("Phone number"),
    newLabel: phrase("New phone number"),
    change: phrase("Change phone number"),
    add: phrase("Add phone number"),
    code: phrase("Code for the new phone number"),
    Icon: PhoneCall,
    fault: INVALID_PHONE,
  },
} as const;

type Kind = keyof typeof contactKinds;

/** Sends the code that confirms a changed contact, for all contact forms. */
function useContactChange(kind: Kind, onMessage: (message: string | null) => void) {
  const t = useWords();
  const { updateProfile } = useAuth();
  const wait = useResendWait();
  const actions = useActions({
    failureTextOf: (error) => profileFailureText(error, t),
    onFailed: (error) => wait.startAfterRefusal(error),
  });
  return {
    ...actions,
    wait,
    /** Sends a code to the contact. */
    requestCode: (contact: string, onRequested?: () => void) => {
      onMessage(null);
      return actions.act(
        "ask",
        () => updateProfile({ [kind]: contact }),
        () => {
          wait.startAfterSending();
          onRequested?.();
        },
      );
    },
  };
}

/** One contact: its current value, the form to change it, and the field for the code of a new one. */
export function ContactRow({
  kind,
  current,
  pending,
  settings,
}: {
  kind: Kind;
  current: string | null;
  pending: string | null;
  settings: Settings;
}) {
  const t = useWords();
  const { name, Icon, change, add } = contactKinds[kind];
  const [editing, setEditing] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  // The phone field loads on demand. Until then, and without a network, a plain field accepts numbers too.
  const [LoadedPhoneField, setLoadedPhoneField] = useState<PhoneField | null>(null);
  const contactChange = useContactChange(kind, setMessage);

  const edit = async () => {
    contactChange.clear();
    setMessage(null);
    if (kind === "phone") {
      const loaded = await import("../../phone-input/phone-field").catch(() => null);
      if (loaded) setLoadedPhoneField(() => loaded.PhoneField);
    }
    setEditing(true);
  };

  return (
    <div className="p-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
        <div className="min-w-0 flex-1">
          <p className="text-ink-muted text-sm">{t.of<string>(name)}</p>
          <p className="wrap-anywhere font-medium">
            {current ? <BreakableContact contact={current} /> : t("None yet")}
          </p>
        </div>
        {!editing && !pending && (
          <Button
            aria-label={t.of<string>(current ? change : add)}
            onClick={() => void edit()}
            variant="secondary"
          >
            {current ? t("Change") : t("Add")}
          </Button>
        )}
      </div>
      <p className="text-sm text-success-ink" role="status">
        {message}
      </p>
      {editing && !pending && (
        <NewContact
          PhoneBox={LoadedPhoneField}
          contactChange={contactChange}
          country={settings.country}
          current={current}
          kind={kind}
          onClose={() => setEditing(false)}
        />
      )}
      {pending && (
        <PendingContact
          contactChange={contactChange}
          current={current}
          digits={settings.codeDigits === 6 ? 6 : 4}
          kind={kind}
          onMessage={setMessage}
          pending={pending}
        />
      )}
    </div>
  );
}

interface ContactFormProps {
  kind: Kind;
  current: string | null;
  contactChange: ReturnType<typeof useContactChange>;
}

/** Asks for a new contact and sends a code to it. */
function NewContact({
  kind,
  current,
  contactChange: { requestCode, acting, failure, clear, wait },
  PhoneBox,
  country,
  onClose,
}: ContactFormProps & {
  /** The phone field; null for an e-mail address, or if it did not load. */
  PhoneBox: PhoneField | null;
  country: string;
  onClose: () => void;
}) {
  const t = useWords();
  const { newLabel, fault } = contactKinds[kind];
  const [text, setText] = useState("");
  const [inputFault, setInputFault] = useState<string | null>(null);
  const submitContact = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The phone field keeps its text itself, and the form has the whole number.
    const typedContact = readIdentifier(String(new FormData(event.currentTarget).get(kind) ?? ""));
    if (typedContact?.type !== kind) return setInputFault(fault);
    if (typedContact.value === current) return setInputFault(t("You already use this contact."));
    await requestCode(typedContact.value, onClose);
  };
  const clearFaults = () => {
    setInputFault(null);
    clear();
  };
  const fieldProps = {
    error: inputFault ?? failure,
    label: t.of<string>(newLabel),
    name: kind,
    autoFocus: true,
  };
  return (
    <form
      method="post"
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4"
      noValidate
      onSubmit={submitContact}
    >
      {PhoneBox ? (
        <PhoneBox {...fieldProps} country={country} onNumber={clearFaults} />
      ) : (
        <TextField
          {...fieldProps}
          autoComplete={kind === "email" ? "email" : "tel"}
          hint={kind === "phone" ? t("With the country code") : undefined}
          onChange={(event) => {
            setText(event.target.value);
            clearFaults();
          }}
          type={kind === "email" ? "email" : "tel"}
          value={text}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={acting === "ask"}
          busyLabel={t("Sending...")}
          disabled={(kind === "email" && !text.trim()) || wait.until !== null}
          type="submit"
        >
          {t("Send a code")}
        </Button>
        <Button
          onClick={() => {
            onClose();
            clear();
          }}
          variant="quiet"
        >
          {t("Cancel")}
        </Button>
        {wait.until && <ResendButton busy onResend={() => {}} wait={wait} />}
      </div>
    </form>
  );
}

/** The code sent to a new contact, with buttons to resend it and to cancel. */
function PendingContact({
  kind,
  current,
  contactChange: { act, requestCode, acting, busy, failure, clear, wait },
  pending,
  digits,
  onMessage,
}: ContactFormProps & {
  pending: string;
  digits: 4 | 6;
  onMessage: (message: string | null) => void;
}) {
  const t = useWords();
  const { verifyContact, withdrawContact } = useAuth();
  const [otp, setOtp] = useState("");
  const [attempts, setAttempts] = useState(0);
  const run = async (actionName: string, call: () => Promise<unknown>, doneText: string) => {
    onMessage(null);
    await act(actionName, call, () => onMessage(doneText));
    setOtp("");
  };
  const confirm = async (code: string) => {
    if (!isCodeComplete(code, digits)) return;
    await run(
      "confirm",
      () => verifyContact(pending, code),
      t("Confirmed. You can now sign in with it."),
    );
    setAttempts((count) => count + 1);
  };
  const resendCode = () =>
    requestCode(pending, () => {
      setOtp("");
      onMessage(t("A new message is on its way. The previous code no longer works."));
    });
  return (
    <form
      method="post"
      className="mt-4 grid gap-4 rounded-md bg-surface-sunken p-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm(otp);
      }}
    >
      <p className="text-sm">
        <Badge tone="warning">{t("Not confirmed yet")}</Badge>{" "}
        <RichSentence
          contact={<bdi className="wrap-anywhere font-medium">{pending}</bdi>}
          text="Enter the code sent to {contact}, or tap the link if the message has one."
        />
      </p>
      <CodeField
        autoFocus={attempts > 0}
        digits={digits}
        error={failure}
        // A new key empties the boxes after a failure and focuses the first.
        key={attempts}
        label={t.of<string>(contactKinds[kind].code)}
        onValue={(value) => {
          setOtp(value);
          clear();
          // The last digit confirms the code. The button is for people who expect one.
          void confirm(value);
        }}
        value={otp}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={acting === "confirm"}
          busyLabel={t("Verifying...")}
          disabled={busy || !isCodeComplete(otp, digits)}
          type="submit"
        >
          {t("Confirm")}
        </Button>
        <ResendButton busy={busy} onResend={() => void resendCode()} wait={wait} />
        <Button
          disabled={busy}
          onClick={() =>
            void run(
              "withdraw",
              () => withdrawContact(kind),
              current
                ? t("Nothing has changed. You keep the one you have.")
                : t("Nothing was added."),
            )
          }
          variant="quiet"
        >
          {current ? t("Keep the current contact") : t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
