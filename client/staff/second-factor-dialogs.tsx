/** The second factor dialogs and the QR code, which load after the profile. */
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useOffice } from "../office/calls";
import { PasswordField, HiddenUsernameField } from "./password-field";
import { FormDialog } from "../forms/form-dialog";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextField } from "../ui/text-field";
import { RecoveryCodesList } from "./recovery-codes-list";
import { SetUpSecondFactor } from "./set-up-second-factor";

export { SetUpSecondFactor };

interface SharedProps {
  brand: string;
  email: string;
  onClose: () => void;
}

/** The three steps of the second factor in a dialog. */
export function SetUpSecondFactorDialog({ brand, email, onClose }: SharedProps) {
  const router = useRouter();
  const [areCodesShown, setAreCodesShown] = useState(false);
  const onDone = () => {
    onClose();
    void router.invalidate();
  };
  return (
    // The codes are shown only once, so only their button closes the dialog.
    <Dialog
      onClose={areCodesShown ? () => {} : onClose}
      open
      isSticky
      title="Set up a second factor"
    >
      <SetUpSecondFactor
        brand={brand}
        doneLabel="I have saved the codes"
        email={email}
        onNewCodes={() => setAreCodesShown(true)}
        onDone={onDone}
      />
    </Dialog>
  );
}

/** Creates new recovery codes. Asks for the password and a code. */
export function NewCodesDialog({ brand, email, onClose }: SharedProps) {
  const { api, call } = useOffice();
  const router = useRouter();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onDone = () => {
    onClose();
    void router.invalidate();
  };
  return (
    <PasswordProofDialog
      email={email}
      insteadOfForm={
        codes && (
          <div className="grid gap-4 text-sm">
            <p>
              Keep these codes somewhere other than on your phone. Your old codes no longer work.
            </p>
            <RecoveryCodesList brand={brand} codes={codes} email={email} />
            <Button autoFocus className="justify-self-end" onClick={onDone} size="small">
              I have saved the codes
            </Button>
          </div>
        )
      }
      onClose={codes ? () => {} : onClose}
      onSaved={(answer: { recoveryCodes: readonly string[] }) => setCodes(answer.recoveryCodes)}
      send={(json) => call(api.admin["second-factor"]["recovery-codes"].$post({ json }))}
      submitLabel="Create new codes"
      title="New recovery codes"
    >
      You’ll get ten new codes. The old codes will stop working.
    </PasswordProofDialog>
  );
}

/** Turns the second factor off. Asks for the password and a code. */
export function TurnOffSecondFactorDialog({ email, onClose }: SharedProps) {
  const { api, call } = useOffice();
  const router = useRouter();
  return (
    <PasswordProofDialog
      danger
      successText="Second factor turned off"
      email={email}
      onClose={onClose}
      onSaved={() => {
        onClose();
        return router.invalidate();
      }}
      send={(json) => call(api.admin["second-factor"].$delete({ json }))}
      submitLabel="Turn off second factor"
      title="Turn the second factor off?"
    >
      You’ll sign in with your password alone, and your recovery codes will stop working.
    </PasswordProofDialog>
  );
}

/** Asks for the password and a code from the app, or a recovery code. */
function PasswordProofDialog<Answer>({
  title,
  email,
  submitLabel,
  danger = false,
  successText = "",
  insteadOfForm,
  send,
  onSaved,
  onClose,
  children,
}: {
  title: string;
  email: string;
  submitLabel: string;
  danger?: boolean;
  successText?: string;
  insteadOfForm?: ReactNode;
  send: (proof: { currentPassword: string; code: string }) => Promise<Answer>;
  onSaved: (answer: Answer) => unknown;
  onClose: () => void;
  /** What will happen. */
  children: string;
}) {
  const form = useStaffForm({
    initialValues: { currentPassword: "", code: "" },
    validate: ({ currentPassword, code }) => ({
      currentPassword: !currentPassword && "Enter your current password",
      code: !code.trim() && "This field is required.",
    }),
    send,
    successText,
    onSaved,
  });
  return (
    <FormDialog
      busyLabel="Checking..."
      danger={danger}
      dense
      form={form}
      insteadOfForm={insteadOfForm}
      onClose={onClose}
      isSticky
      submitLabel={submitLabel}
      title={title}
    >
      <p className="text-ink-muted">{children}</p>
      <HiddenUsernameField email={email} />
      <PasswordField
        {...form.field("currentPassword")}
        autoComplete="current-password"
        autoFocus
        label="Current password"
      />
      <TextField
        {...form.field("code")}
        autoCapitalize="none"
        autoComplete="one-time-code"
        hint="Use the code from your authenticator app, or a recovery code."
        label="Code"
        maxLength={16}
        spellCheck={false}
      />
    </FormDialog>
  );
}
