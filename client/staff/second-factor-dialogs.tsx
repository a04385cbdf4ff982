/** What of the second factor comes after the profile's first load: the dialogs, and drawing a QR code. */
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Api } from "../api";
import { type StaffCall, useStaffCall } from "../office/calls";
import { PasswordField } from "./password-field";
import { useSave } from "../office/use-save";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { TextField } from "../ui/text-field";
import { RecoveryCodesList } from "./recovery-codes-list";
import { SetUpSecondFactor } from "./set-up-second-factor";

export { SetUpSecondFactor };

interface Shared {
  api: Api;
  brand: string;
  email: string;
  onClose: () => void;
}

/** The three steps in a box. */
export function SetUpDialog({ api, brand, email, onClose }: Shared) {
  const router = useRouter();
  const [shown, setShown] = useState(false);
  const done = () => {
    onClose();
    void router.invalidate();
  };
  return (
    // The codes are shown once: only their own button closes the box then.
    <Dialog onClose={shown ? () => {} : onClose} open sticky title="Set up a second factor">
      <SetUpSecondFactor
        api={api}
        brand={brand}
        doneLabel="I have kept them"
        email={email}
        onCodes={() => setShown(true)}
        onDone={done}
      />
    </Dialog>
  );
}

/** New recovery codes, by password and code. */
export function NewCodesDialog({ api, brand, email, onClose }: Shared) {
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const send = async (call: StaffCall, json: Proof) => {
    const made = await call(api.admin["second-factor"]["recovery-codes"].$post({ json }));
    setCodes(made.recoveryCodes);
  };
  const done = () => {
    onClose();
    void router.invalidate();
  };
  return (
    <Dialog onClose={codes ? () => {} : onClose} open sticky title="New recovery codes">
      {codes ? (
        <div className="grid gap-4 text-sm">
          <p>Keep them where your phone is not. The old ones are worth nothing now.</p>
          <RecoveryCodesList brand={brand} codes={codes} email={email} />
          <Button autoFocus className="justify-self-end" onClick={done} size="small">
            I have kept them
          </Button>
        </div>
      ) : (
        <ProofForm email={email} onClose={onClose} send={send} submitLabel="Make new codes">
          Ten new codes are made, and the old ones no longer count.
        </ProofForm>
      )}
    </Dialog>
  );
}

/** Turning it off, by password and code. */
export function TurnOffDialog({ api, email, onClose }: Shared) {
  const router = useRouter();
  const send = async (call: StaffCall, json: Proof) => {
    await call(api.admin["second-factor"].$delete({ json }));
    onClose();
    await router.invalidate();
  };
  return (
    <Dialog onClose={onClose} open sticky title="Turn the second factor off?">
      <ProofForm
        danger
        doneText="The second factor is off"
        email={email}
        onClose={onClose}
        send={send}
        submitLabel="Turn off"
      >
        Your password alone lets somebody in then. The recovery codes no longer count.
      </ProofForm>
    </Dialog>
  );
}

interface Proof {
  currentPassword: string;
  code: string;
}

/** Asks for the password and a code of the app, or a recovery code. */
function ProofForm({
  email,
  submitLabel,
  danger,
  doneText,
  send,
  onClose,
  children,
}: {
  email: string;
  submitLabel: string;
  danger?: boolean;
  doneText?: string;
  send: (call: StaffCall, proof: Proof) => Promise<void>;
  onClose: () => void;
  /** What will happen. */
  children: string;
}) {
  const call = useStaffCall();
  const saving = useSave();
  const [proof, setProof] = useState<Proof>({ currentPassword: "", code: "" });
  const field = (name: keyof Proof) => ({
    dense: true,
    error: saving.faults[name],
    name,
    onChange: (event: { target: { value: string } }) => {
      setProof({ ...proof, [name]: event.target.value });
      saving.clear();
    },
    value: proof[name],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (proof.currentPassword === "")
      return saving.refuse({ currentPassword: "Enter your current password" });
    if (proof.code.trim() === "") return saving.refuse({ code: "This field is required." });
    await saving.save(() => send(call, proof), doneText);
  };
  return (
    <form
      method="post"
      className="grid gap-4 text-sm"
      noValidate
      onSubmit={submit}
      ref={saving.ref}
    >
      <p>{children}</p>
      {/* Tells the browser's password store whose password this is. */}
      <input
        autoComplete="username"
        className="hidden"
        name="username"
        readOnly
        tabIndex={-1}
        type="text"
        value={email}
      />
      <div className="grid gap-4 text-ink">
        <PasswordField
          autoComplete="current-password"
          autoFocus
          label="Current password"
          {...field("currentPassword")}
        />
        <TextField
          autoCapitalize="none"
          autoComplete="one-time-code"
          hint="Of your authenticator app, or a recovery code."
          label="Code"
          maxLength={16}
          spellCheck={false}
          {...field("code")}
        />
      </div>
      <div className="empty:hidden" role="alert">
        {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
      </div>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onClose} size="small" variant="secondary">
          Go back
        </Button>
        <Button
          busy={saving.busy}
          busyLabel="Checking..."
          size="small"
          type="submit"
          variant={danger ? "danger" : "primary"}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
