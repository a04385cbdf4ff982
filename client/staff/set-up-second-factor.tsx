import { useState } from "react";
import type { SecondFactorOffer } from "../../src/accounts/staff/second-factor-contract";
import { useOffice } from "../office/calls";
import { PasswordField, HiddenUsernameField } from "./password-field";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { TextField } from "../ui/text-field";
import { QrCode } from "./qr-code";
import { RecoveryCodesList } from "./recovery-codes-list";

/** Sets up the second factor in three steps: password, code, recovery codes. */
export function SetUpSecondFactor({
  brand,
  email,
  doneLabel,
  onNewCodes,
  onDone,
}: {
  brand: string;
  email: string;
  /** The last button's label. */
  doneLabel: string;
  /** Called when the second factor is on and recovery codes are shown, so that the dialog isn't closed by accident. */
  onNewCodes?: () => void;
  onDone: () => void;
}) {
  const [offer, setOffer] = useState<SecondFactorOffer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <div className="grid gap-4 text-sm">
        <NoticeBanner tone="success">Your second factor is on.</NoticeBanner>
        <p>
          Keep these recovery codes somewhere other than on your phone. Each code lets you sign in
          once without your phone. We won’t show the codes again.
        </p>
        <RecoveryCodesList brand={brand} codes={codes} email={email} />
        <Button autoFocus className="justify-self-end" onClick={onDone} size="small">
          {doneLabel}
        </Button>
      </div>
    );
  }
  if (!offer) return <PasswordStep email={email} onOffer={setOffer} />;
  return (
    <ConfirmCode
      offer={offer}
      onNewCodes={(newCodes) => {
        setCodes(newCodes);
        onNewCodes?.();
      }}
    />
  );
}

function PasswordStep({
  email,
  onOffer,
}: {
  email: string;
  onOffer: (offer: SecondFactorOffer) => void;
}) {
  const { api, call } = useOffice();
  const form = useStaffForm({
    initialValues: { currentPassword: "" },
    validate: ({ currentPassword }) => ({
      currentPassword: !currentPassword && "Enter your current password",
    }),
    send: (json) => call(api.admin["second-factor"].offer.$post({ json })),
    onSaved: onOffer,
  });
  return (
    <Form className="grid gap-4 text-sm" form={form}>
      <p>
        You need an authenticator app on your phone, such as Google Authenticator, 2FAS or the
        phone’s own password app.
      </p>
      <HiddenUsernameField email={email} />
      <div className="text-ink">
        <PasswordField
          {...form.field("currentPassword")}
          autoComplete="current-password"
          autoFocus
          label="Current password"
        />
      </div>
      <FormFailure form={form} />
      <SubmitButton busyLabel="Checking..." className="justify-self-end" form={form} size="small">
        Continue
      </SubmitButton>
    </Form>
  );
}

function ConfirmCode({
  offer,
  onNewCodes,
}: {
  offer: SecondFactorOffer;
  onNewCodes: (codes: readonly string[]) => void;
}) {
  const { api, call } = useOffice();
  const form = useStaffForm({
    initialValues: { code: "" },
    validate: ({ code }) => ({ code: !code.trim() && "Enter the code that the app shows" }),
    send: (json) => call(api.admin["second-factor"].$put({ json })),
    onSaved: ({ recoveryCodes }) => onNewCodes(recoveryCodes),
  });
  return (
    <Form className="grid gap-4 text-sm" form={form}>
      <div className="grid justify-items-center gap-4 sm:grid-cols-[auto_1fr] sm:items-center sm:justify-items-start">
        <QrCode label="QR code with the key for the app" text={offer.uri} />
        <div className="grid gap-3">
          <p>Scan this with the app. Can’t scan it? Type the key:</p>
          <p className="select-all break-words rounded-md bg-surface-sunken px-3 py-2 font-medium text-ink tabular-nums">
            {groupByFour(offer.secret)}
          </p>
        </div>
      </div>
      <div className="text-ink">
        <TextField
          {...form.field("code")}
          autoComplete="one-time-code"
          autoFocus
          hint="The app shows a six-digit code that changes every 30 seconds."
          inputMode="numeric"
          label="Code from the app"
          maxLength={10}
        />
      </div>
      <FormFailure form={form} />
      <SubmitButton busyLabel="Checking..." className="justify-self-end" form={form} size="small">
        Turn on second factor
      </SubmitButton>
    </Form>
  );
}

/** Formats a secret as `ABCD EFGH …`, which is easier to copy by eye. */
const groupByFour = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;
