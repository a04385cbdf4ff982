import { type FormEvent, useState } from "react";
import type { SecondFactorOffer } from "../../src/accounts/staff/second-factor-contract";
import { useOffice } from "../office/calls";
import { PasswordField } from "./password-field";
import { useSave } from "../office/use-save";
import { Button } from "../ui/button";
import { NoticeBanner } from "../ui/notice-banner";
import { TextField } from "../ui/text-field";
import { QrCode } from "./qr-code";
import { RecoveryCodesList } from "./recovery-codes-list";

/** Setting the second factor up, in three steps: the password, a code of the key, the recovery codes. */
export function SetUpSecondFactor({
  brand,
  email,
  doneLabel,
  onCodes,
  onDone,
}: {
  brand: string;
  email: string;
  /** What the last button says. */
  doneLabel: string;
  /** It is on, and the recovery codes are being shown: not to be closed by accident. */
  onCodes?: () => void;
  onDone: () => void;
}) {
  const [offer, setOffer] = useState<SecondFactorOffer | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <div className="grid gap-4 text-sm">
        <NoticeBanner tone="success">Your second factor is on.</NoticeBanner>
        <p>
          Keep these recovery codes where your phone is not. Each lets you sign in once without it.
          They are shown now and never again.
        </p>
        <RecoveryCodesList brand={brand} codes={codes} email={email} />
        <Button autoFocus className="justify-self-end" onClick={onDone} size="small">
          {doneLabel}
        </Button>
      </div>
    );
  }
  if (!offer) return <AskPassword email={email} onOffer={setOffer} />;
  return (
    <Confirm
      offer={offer}
      onCodes={(made) => {
        setCodes(made);
        onCodes?.();
      }}
    />
  );
}

function AskPassword({
  email,
  onOffer,
}: {
  email: string;
  onOffer: (offer: SecondFactorOffer) => void;
}) {
  const { api, call } = useOffice();
  const saving = useSave();
  const [currentPassword, setCurrentPassword] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (currentPassword === "")
      return saving.refuse({ currentPassword: "Enter your current password" });
    const offered = await saving.save(() =>
      call(api.admin["second-factor"].offer.$post({ json: { currentPassword } })),
    );
    if (offered) onOffer(offered);
  };
  return (
    <form
      method="post"
      className="grid gap-4 text-sm"
      noValidate
      onSubmit={submit}
      ref={saving.ref}
    >
      <p>
        You need an app on your phone that makes codes, such as Google Authenticator, 2FAS or the
        password app of the phone itself.
      </p>
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
      <div className="text-ink">
        <PasswordField
          autoComplete="current-password"
          autoFocus
          dense
          error={saving.faults.currentPassword}
          label="Current password"
          name="currentPassword"
          onChange={(event) => {
            setCurrentPassword(event.target.value);
            saving.clear();
          }}
          value={currentPassword}
        />
      </div>
      <div className="empty:hidden" role="alert">
        {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
      </div>
      <Button
        busy={saving.busy}
        busyLabel="Checking..."
        className="justify-self-end"
        size="small"
        type="submit"
      >
        Continue
      </Button>
    </form>
  );
}

function Confirm({
  offer,
  onCodes,
}: {
  offer: SecondFactorOffer;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { api, call } = useOffice();
  const saving = useSave();
  const [code, setCode] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") return saving.refuse({ code: "Enter the code that the app shows" });
    const made = await saving.save(() => call(api.admin["second-factor"].$put({ json: { code } })));
    if (made) onCodes(made.recoveryCodes);
  };
  return (
    <form
      method="post"
      className="grid gap-4 text-sm"
      noValidate
      onSubmit={submit}
      ref={saving.ref}
    >
      <div className="grid justify-items-center gap-4 sm:grid-cols-[auto_1fr] sm:items-center sm:justify-items-start">
        <QrCode label="QR code of the key for the app" text={offer.uri} />
        <div className="grid gap-3">
          <p>Scan this with the app. No camera at hand? Type the key:</p>
          <p className="select-all break-words rounded-md bg-surface-sunken px-3 py-2 font-medium text-ink tabular-nums">
            {inFours(offer.secret)}
          </p>
        </div>
      </div>
      <div className="text-ink">
        <TextField
          autoComplete="one-time-code"
          autoFocus
          dense
          error={saving.faults.code}
          hint="It shows six figures, which change every half minute."
          inputMode="numeric"
          label="Code of the app"
          maxLength={10}
          name="code"
          onChange={(event) => {
            setCode(event.target.value);
            saving.clear();
          }}
          value={code}
        />
      </div>
      <div className="empty:hidden" role="alert">
        {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
      </div>
      <Button
        busy={saving.busy}
        busyLabel="Checking..."
        className="justify-self-end"
        size="small"
        type="submit"
      >
        Turn on
      </Button>
    </form>
  );
}

/** `ABCD EFGH …`: easier to copy by eye. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;
