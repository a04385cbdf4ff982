import { Mail, Phone } from "lucide-react";
import { type FormEvent, useState } from "react";
import { INVALID_EMAIL, INVALID_PHONE, readIdentifier } from "../../../src/accounts/rules";
import { ApiError } from "../../api-error";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/text-field";
import { useAuth } from "../client-auth";
import { profileFailure } from "../sign-in/user-info-screen";

const kinds = {
  email: { name: "Email", Icon: Mail, fault: INVALID_EMAIL, type: "email", hint: undefined },
  phone: {
    name: "Phone number",
    Icon: Phone,
    fault: INVALID_PHONE,
    type: "tel",
    hint: "With the country's code, as +250 788 123 456",
  },
} as const;

/** One contact: as it is, with the form to change it, and the code a new one waits for. */
export function ContactRow({
  kind,
  current,
  pending,
}: {
  kind: "email" | "phone";
  current: string | null;
  pending: string | null;
}) {
  const { updateProfile, verifyContact, user } = useAuth();
  const { name, Icon, fault, type, hint } = kinds[kind];
  const [editing, setEditing] = useState(false);
  const [text, setText] = useState("");
  const [otp, setOtp] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState(false);

  const run = async (call: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    setDone(false);
    try {
      await call();
      return true;
    } catch (failure) {
      setError(failure instanceof ApiError ? profileFailure(failure) : "Update failed");
      return false;
    } finally {
      setBusy(false);
    }
  };
  const ask = async (contact: string) =>
    run(() =>
      updateProfile({
        firstName: user?.firstName ?? "",
        lastName: user?.lastName ?? "",
        [kind]: contact,
      }),
    );
  const change = async (event: FormEvent) => {
    event.preventDefault();
    const contact = readIdentifier(text);
    if (contact?.type !== kind) return setError(fault);
    if (contact.value === current) return setError("This is the one you already use.");
    if (await ask(contact.value)) {
      setEditing(false);
      setText("");
    }
  };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (pending && (await run(() => verifyContact(pending, otp)))) {
      setOtp("");
      setDone(true);
    }
  };

  return (
    <div className="p-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-4">
        <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={20} />
        <div className="min-w-0 flex-1">
          <p className="text-ink-muted text-sm">{name}</p>
          <p className="wrap-anywhere font-medium">{current ?? "None yet"}</p>
        </div>
        {!editing && (
          <Button
            aria-label={current ? `Change ${name.toLowerCase()}` : `Add ${name.toLowerCase()}`}
            onClick={() => {
              setEditing(true);
              setError(null);
              setDone(false);
            }}
            variant="secondary"
          >
            {current ? "Change" : "Add"}
          </Button>
        )}
      </div>
      <p className="text-sm text-success-ink" role="status">
        {done && "Confirmed. You can sign in with it from now on."}
      </p>
      {editing && (
        <form className="mt-4 grid gap-4" noValidate onSubmit={change}>
          <TextField
            autoComplete={kind === "email" ? "email" : "tel"}
            autoFocus
            error={error}
            hint={hint}
            label={`New ${name.toLowerCase()}`}
            name={kind}
            onChange={(event) => {
              setText(event.target.value);
              setError(null);
            }}
            type={type}
            value={text}
          />
          <div className="flex flex-wrap gap-2">
            <Button busy={busy} busyLabel="Sending..." disabled={!text.trim()} type="submit">
              Send a code
            </Button>
            <Button onClick={() => setEditing(false)} variant="quiet">
              Leave it
            </Button>
          </div>
        </form>
      )}
      {pending && !editing && (
        <form
          className="mt-4 grid gap-4 rounded-md bg-surface-sunken p-4"
          noValidate
          onSubmit={confirm}
        >
          <p className="text-sm">
            <Badge tone="warning">To confirm</Badge>{" "}
            <span className="wrap-anywhere font-medium">{pending}</span>: enter the code sent there,
            or tap the link if the message holds one.
          </p>
          <TextField
            autoComplete="one-time-code"
            error={error}
            inputMode="numeric"
            label="Code"
            maxLength={6}
            name="otp"
            onChange={(event) => {
              setOtp(event.target.value.replace(/[^0-9]/g, ""));
              setError(null);
            }}
            value={otp}
          />
          <div className="flex flex-wrap gap-2">
            <Button busy={busy} busyLabel="Verifying..." disabled={otp.length < 4} type="submit">
              Confirm
            </Button>
            <Button disabled={busy} onClick={() => void ask(pending)} variant="quiet">
              Send a new code
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
