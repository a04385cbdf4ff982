import { useEffect, useState } from "react";
import type { CallerCard } from "../../src/dispatch/phone-booking/phone-contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { StaffCall } from "../office/calls";
import { passengerWords } from "../office/words";
import { hasReturnTrip } from "../booking/draft";
import { PassengerPart } from "../booking/fields/passenger-fields";
import { paymentCardName } from "../ui/card-name";
import { Checkbox } from "../ui/checkbox";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { CompanyRows } from "./company-rows";
import type { Faults, FieldName, PhoneDraft } from "./draft";
import { ExtraRows } from "./extra-rows";
import { rowClass } from "./row";

const refusalWords: Record<string, string> = {
  unknown: "This code does not exist.",
  not_started: "This code is not valid yet.",
  expired: "This code has expired.",
  used_up: "This code is used up.",
  used_by_rider: "The caller has already used this code.",
};

/** The fields for passenger, payment, note to the driver, and agreed price. */
export function MoreRows({
  call,
  draft,
  card,
  quote,
  faults,
  currency,
  update,
}: {
  call: StaffCall;
  draft: PhoneDraft;
  card: CallerCard | null;
  quote: QuoteAnswer | null;
  faults: Faults;
  currency: string;
  update: (change: Partial<PhoneDraft>) => void;
}) {
  const { trip } = draft;
  const cards = card?.cards.filter(({ hasExpired }) => !hasExpired) ?? [];
  const change = (part: Partial<PhoneDraft["trip"]>) => update({ trip: { ...trip, ...part } });
  const [code, setCode] = useState(trip.promotionCode);
  // Another draft may have another code.
  useEffect(() => setCode(trip.promotionCode), [trip.promotionCode]);
  const promotion = quote?.promotion ?? null;
  const refusal = promotion?.refusal ?? null;
  return (
    <>
      <SelectField
        className={rowClass}
        dense
        label="Payment"
        name="payment"
        onChange={({ target: { value } }) => {
          const saved = cards.find(({ id }) => id === value) ?? null;
          const payment = saved ? "card" : value === "account" || value === "card" ? value : "cash";
          const [firstCompany] = card?.companies.filter(({ state }) => state === "active") ?? [];
          const billTo =
            payment === "account"
              ? (trip.billTo ??
                (firstCompany
                  ? { companyId: firstCompany.id, costCentreId: null, reference: "" }
                  : null))
              : trip.billTo;
          change({ payment, billTo, card: saved });
        }}
        value={trip.payment === "card" && trip.card ? trip.card.id : trip.payment}
      >
        <option value="cash">Cash in the car</option>
        <option value="card">Card in the car</option>
        {cards.map((saved) => (
          <option key={saved.id} value={saved.id}>
            {`Saved card, ${paymentCardName(saved)}`}
          </option>
        ))}
        <option value="account">Billed to a company</option>
      </SelectField>
      {trip.payment === "account" && (
        <CompanyRows
          billTo={trip.billTo}
          call={call}
          faults={faults}
          onBillTo={(billTo) => change({ billTo })}
          onReason={(overLimitReason) => update({ overLimitReason })}
          overLimitReason={draft.overLimitReason}
          callerCompanies={card?.companies ?? []}
        />
      )}
      <TextArea
        className={rowClass}
        dense
        label="Note to the driver"
        maxLength={1000}
        name="note"
        onChange={({ target: { value } }) => change({ note: value })}
        optional
        rows={2}
        value={trip.note}
      />
      <PassengerPart
        checkClass="sm:ms-32"
        className={rowClass}
        dense
        entry={trip}
        fault={(name) => faults[name as FieldName]}
        hasRider
        onEntry={change}
        words={passengerWords}
      />
      {quote && quote.extras.length > 0 && (
        <ExtraRows chosen={trip.extras} onChosen={(extras) => change({ extras })} quote={quote} />
      )}
      <TextField
        autoCapitalize="characters"
        autoComplete="off"
        className={rowClass}
        dense
        error={
          faults.promotion ??
          (refusal && trip.promotionCode
            ? (refusalWords[refusal] ?? "This code can’t be used for this trip.")
            : null)
        }
        hint={promotion && !refusal ? `${promotion.name} lowers the price.` : undefined}
        id="promotion"
        label="Promotion"
        maxLength={40}
        name="promotion"
        onBlur={() => change({ promotionCode: code.trim() })}
        onChange={({ target: { value } }) => setCode(value)}
        optional
        value={code}
      />
      <TextField
        autoComplete="off"
        className={rowClass}
        dense
        error={faults.agreed}
        hint={
          hasReturnTrip(trip)
            ? `Amount in ${currency}, instead of the list price of both trips.`
            : `Amount in ${currency}, instead of the list price.`
        }
        id="agreed"
        inputMode="decimal"
        label="Agreed price"
        maxLength={30}
        name="agreed"
        onChange={({ target: { value } }) => update({ agreedText: value })}
        optional
        value={draft.agreedText}
      />
      {draft.agreedText.trim() !== "" && (
        <TextField
          autoComplete="off"
          className={rowClass}
          dense
          error={faults.agreedReason}
          hint="Your team sees this in the trip’s timeline."
          id="agreedReason"
          label="Reason"
          maxLength={200}
          name="agreedReason"
          onChange={({ target: { value } }) => update({ agreedReason: value })}
          value={draft.agreedReason}
        />
      )}
      {quote && quote.terms !== null && (
        <Checkbox
          checked={draft.termsRead}
          className="sm:ms-32"
          error={
            draft.tell || draft.termsRead
              ? undefined
              : "Read the terms to the caller, or send the confirmation."
          }
          hint="If you don’t read out the terms, the confirmation must include them."
          label={
            <>
              <a
                className="text-accent-text underline-offset-4 hover:underline"
                href={`/terms/${quote.terms}`}
                rel="noreferrer"
                target="_blank"
              >
                Terms
              </a>{" "}
              read to the caller
            </>
          }
          name="termsRead"
          onChange={({ target: { checked } }) => update({ termsRead: checked })}
        />
      )}
      {draft.riderId === null && (
        <EmailRow email={draft.email} error={faults.email} onEmail={(email) => update({ email })} />
      )}
      <Checkbox
        checked={draft.tell}
        className="sm:ms-32"
        hint={contactText(draft, card)}
        label="Send confirmation"
        name="tell"
        onChange={({ target: { checked } }) => update({ tell: checked })}
      />
    </>
  );
}

/** The e-mail address of a new caller. */
function EmailRow({
  email,
  error,
  onEmail,
}: {
  email: string;
  error: string | undefined;
  onEmail: (email: string) => void;
}) {
  return (
    <TextField
      autoComplete="off"
      className={rowClass}
      dense
      error={error}
      hint="The caller’s address for confirmations, quotes and receipts."
      id="email"
      inputMode="email"
      label="E-mail"
      maxLength={320}
      name="email"
      onChange={({ target: { value } }) => onEmail(value)}
      optional
      value={email}
    />
  );
}

/** Returns the channels of the confirmation as text. */
function contactText(
  { riderId, number, email: typed }: PhoneDraft,
  card: CallerCard | null,
): string | undefined {
  if (riderId === null) {
    if (!number) return undefined;
    return typed.trim() ? `By SMS to ${number} and by e-mail.` : `By SMS to ${number}.`;
  }
  if (!card) return undefined;
  const { phone, email } = card.caller;
  const channelTexts = card.reachedBy.map((channel) =>
    channel === "sms" ? `SMS to ${phone}` : `e-mail to ${email}`,
  );
  return channelTexts.length > 0
    ? `By ${channelTexts.join(" and ")}.`
    : "The caller has no phone number or e-mail address for our messages.";
}
