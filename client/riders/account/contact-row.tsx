import { AtSign, PhoneCall } from "lucide-react";
import { type FormEvent, useState } from "react";
import { INVALID_EMAIL, INVALID_PHONE, readIdentifier } from "../../../src/accounts/rules";
import type { Settings } from "../../../src/settings/contract";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { CodeField, codeComplete } from "../../ui/code-field";
import { TextField } from "../../ui/text-field";
import { useAuth } from "../client-auth";
import { profileFailure } from "../profile";
import { ResendButton, useResendWait } from "./resend-wait";
import { Said, useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

type PhoneField = typeof import("../../phone-input/phone-field").PhoneField;

const kinds = {
  email: {
    name: phrase("Email"),
    another: phrase("New email"),
    change: phrase("Change email"),
    add: phrase("Add email"),
    code: phrase("Code for the new email"),
    Icon: AtSign,
    fault: INVALID_EMAIL,
  },
  phone: {
    name: phrase("Phone number"),
    another: phrase("New phone number"),
    change: phrase("Change phone number"),
    add: phrase("Add phone number"),
    code: phrase("Code for the new phone number"),
    Icon: PhoneCall,
    fault: INVALID_PHONE,
  },
} as const;

/** One contact: as it is, with the form to change it, and the code a new one waits for. */
export function ContactRow({
  kind,
  current,
  pending,
  settings,
}: {
  kind: "email" | "phone";
  current: string | null;
  pending: string | null;
  settings: Settings;
}) {
  const t = useWords();
  const { updateProfile, verifyContact, withdrawContact } = useAuth();
  const { name, Icon, fault, ...words } = kinds[kind];
  const digits = settings.codeDigits === 6 ? 6 : 4;
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState("");
  const [otp, setOtp] = useState("");
  const [busy, setBusy] = useState<"asking" | "confirming" | "withdrawing" | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  // Fetched when it is wanted; without a network a plain box takes numbers too.
  const [PhoneBox, setPhoneBox] = useState<PhoneField | null>(null);
  const wait = useResendWait();

  const edit = async () => {
    setError(null);
    setSaid(null);
    if (kind === "phone") {
      const loaded = await import("../../phone-input/phone-field").catch(() => null);
      if (loaded) setPhoneBox(() => loaded.PhoneField);
    }
    setEditing(true);
  };
  const run = async (what: typeof busy, call: () => Promise<unknown>) => {
    setBusy(what);
    setError(null);
    setSaid(null);
    try {
      await call();
      return true;
    } catch (failure) {
      setError(profileFailure(failure, t));
      if (what === "asking") wait.refused(failure);
      return false;
    } finally {
      setBusy(null);
    }
  };
  const ask = async (contact: string) => {
    if (!(await run("asking", () => updateProfile({ [kind]: contact })))) return false;
    wait.sent();
    setOtp("");
    return true;
  };
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The phone's box keeps its own text: the form has the whole number.
    const contact = readIdentifier(String(new FormData(event.currentTarget).get(kind) ?? ""));
    if (contact?.type !== kind) return setError(fault);
    if (contact.value === current) return setError(t("This is the one you already use."));
    if (await ask(contact.value)) {
      setEditing(false);
      setText("");
    }
  };
  const confirm = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!pending || !codeComplete(otp, digits)) return;
    if (await run("confirming", () => verifyContact(pending, otp)))
      setSaid(t("Confirmed. You can sign in with it from now on."));
    setOtp("");
  };
  const again = async () => {
    if (pending && (await ask(pending)))
      setSaid(t("A new message is on its way. The code before it no longer works."));
  };
  const leave = async () => {
    if (await run("withdrawing", () => withdrawContact(kind)))
      setSaid(current ? t("Nothing changes: you keep the one you have.") : t("Nothing was added."));
    setOtp("");
  };
  const box = {
    error,
    label: t.of<string>(words.another),
    name: kind,
    autoFocus: true,
  };

  return (
    <div className="p-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
        <div className="min-w-0 flex-1">
          <p className="text-ink-muted text-sm">{t.of<string>(name)}</p>
          <p className="wrap-anywhere font-medium">
            {current ? <Breakable contact={current} /> : t("None yet")}
          </p>
        </div>
        {!editing && !pending && (
          <Button
            aria-label={t.of<string>(current ? words.change : words.add)}
            onClick={() => void edit()}
            variant="secondary"
          >
            {current ? t("Change") : t("Add")}
          </Button>
        )}
      </div>
      <p className="text-sm text-success-ink" role="status">
        {said}
      </p>
      {editing && !pending && (
        <form
          method="post"
          className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4"
          noValidate
          onSubmit={change}
        >
          {PhoneBox ? (
            <PhoneBox {...box} country={settings.country} onNumber={() => setError(null)} />
          ) : (
            <TextField
              {...box}
              autoComplete={kind === "email" ? "email" : "tel"}
              hint={
                kind === "phone" ? t("With the country's code, as +250 788 123 456") : undefined
              }
              onChange={(event) => {
                setText(event.target.value);
                setError(null);
              }}
              type={kind === "email" ? "email" : "tel"}
              value={text}
            />
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              busy={busy === "asking"}
              busyLabel={t("Sending...")}
              disabled={(kind === "email" && !text.trim()) || wait.until !== null}
              type="submit"
            >
              {t("Send a code")}
            </Button>
            <Button
              onClick={() => {
                setEditing(false);
                setError(null);
              }}
              variant="quiet"
            >
              {t("Leave it")}
            </Button>
            {wait.until && <ResendButton busy onResend={() => {}} wait={wait} />}
          </div>
        </form>
      )}
      {pending && (
        <form
          method="post"
          className="mt-4 grid gap-4 rounded-md bg-surface-sunken p-4"
          noValidate
          onSubmit={confirm}
        >
          <p className="text-sm">
            <Badge tone="warning">{t("To confirm")}</Badge>{" "}
            <Said
              contact={<span className="wrap-anywhere font-medium">{pending}</span>}
              text="{contact}: enter the code sent there, or tap the link if the message holds one."
            />
          </p>
          <CodeField
            digits={digits}
            error={error}
            label={t.of<string>(words.code)}
            onValue={(value) => {
              setOtp(value);
              setError(null);
            }}
            value={otp}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              busy={busy === "confirming"}
              busyLabel={t("Verifying...")}
              disabled={busy !== null || !codeComplete(otp, digits)}
              type="submit"
            >
              {t("Confirm")}
            </Button>
            <ResendButton busy={busy !== null} onResend={() => void again()} wait={wait} />
            <Button disabled={busy !== null} onClick={() => void leave()} variant="quiet">
              {current ? t("Keep the old one") : t("Leave it")}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

/** A contact that breaks before its domain where it must. */
function Breakable({ contact }: { contact: string }) {
  const at = contact.lastIndexOf("@") + 1;
  return (
    <>
      {contact.slice(0, at)}
      <wbr />
      {contact.slice(at)}
    </>
  );
}
