import { useRouteContext } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Rider } from "../../../../src/accounts/contract";
import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import type { Api } from "../../../api";
import type { ApiError } from "../../../api-error";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Checkbox } from "../../../ui/checkbox";
import { DefinitionList } from "../../../ui/definition-list";
import { formatMoment } from "../../../ui/moment";
import { NoticeBanner } from "../../../ui/notice-banner";
import { RouteLine } from "../../../ui/route-line";
import { TextArea } from "../../../ui/text-area";
import { serviceFacts, serviceNote } from "../../../ui/service-facts";
import { extrasText } from "../../../ui/extras-text";
import { mobilityWords } from "../../../ui/trip-words";
import { fullName } from "../../profile";
import {
  type BookingDraft,
  detailsOf,
  isAirportTrip,
  passengerCountOf,
  serviceTypeOf,
  endsWhereItBegins,
  stopsOf,
} from "../../../booking/draft";
import { optionName } from "../../../booking/option-name";
import { ReturnTripCard } from "../../../booking/fields/return-trip-card";
import { GratuityField } from "../../../booking/fields/gratuity-field";
import { missingFaults, PassengerFields } from "../../../booking/fields/passenger-fields";
import { PaymentField } from "../../../booking/fields/payment-field";
import { RepeatTripField } from "../../../booking/fields/repeat-trip-field";
import { PromotionField } from "../../../booking/fields/promotion-field";
import { useWords } from "../../../words/use-words";
import { PrepaymentNotice } from "./prepayment-notice";
import { TermsField } from "./terms-field";
import { TotalOfBothTrips, Total } from "./quote-prices";

interface ConfirmStepProps {
  api: Api;
  draft: BookingDraft;
  quote: QuoteAnswer;
  option: QuoteOption;
  /** The signed-in rider; null for a visitor, who must sign in first. */
  user: Rider | null;
  /** Whether the session has ended since the page was opened. Then the rider signs in before booking. */
  isSignedOut: boolean;
  update: (change: Partial<BookingDraft>) => void;
  busy: boolean;
  /** Whether the price shown is outdated because this trip has none yet. */
  isPriceOutdated: boolean;
  error: ApiError | null;
  onBook: () => void;
  onSignIn: () => void;
}

/** The last step: the summary, the passenger, and the button that books. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { api, draft, quote, option, user, isSignedOut, update, isPriceOutdated, error } = props;
  const t = useWords();
  const { followsFlights } = useRouteContext({ from: "__root__" }).settings;
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const missing = draft.isForSomebodyElse ? missingFaults(draft, t) : {};
  const [firstMissing] = Object.keys(missing);
  const lacksTerms = quote.terms !== null && draft.terms !== quote.terms;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPriceOutdated) return;
    if (!user || isSignedOut) return props.onSignIn();
    setHasSubmitted(true);
    if (firstMissing) document.getElementById(firstMissing)?.focus();
    else if (lacksTerms) document.getElementById("terms")?.focus();
    else props.onBook();
  };

  return (
    <form method="post" className="grid gap-6" noValidate onSubmit={submit}>
      <TripReview draft={draft} option={option} quote={quote} />
      {quote.returnTrip && <ReturnTripCard back={quote.returnTrip} draft={draft} />}
      {followsFlights && serviceTypeOf(draft) === "airport_pickup" && !draft.flightNumber && (
        <NoticeBanner tone="info">
          {t(
            "Without a flight number, we can’t see whether you land early or late, so your driver will come at the time you chose.",
          )}
        </NoticeBanner>
      )}
      {user && (
        <>
          <PassengerSection
            draft={draft}
            error={error}
            missing={hasSubmitted ? missing : {}}
            update={update}
            user={user}
          />
          <PaymentField api={api} draft={draft} error={error} isForColleagues update={update} />
        </>
      )}
      {!quote.onRequest && <PaymentChoices {...props} />}
      <div className="grid gap-4">
        <Total option={option} quote={quote} />
        <PrepaymentNotice draft={draft} option={option} quote={quote} />
        {user && (
          <TermsField
            draft={draft}
            isMissing={hasSubmitted && lacksTerms}
            quote={quote}
            update={update}
          />
        )}
        {error && (
          <div role="alert">
            {isSignedOut ? (
              <NoticeBanner tone="warning">{t("You have been signed out.")}</NoticeBanner>
            ) : (
              <NoticeBanner tone="danger">{error.message}</NoticeBanner>
            )}
          </div>
        )}
        <BookButton {...props} />
      </div>
    </form>
  );
}

type BookedTripProps = Pick<ConfirmStepProps, "draft" | "quote" | "option">;

/** The places, the time, the car, and the other choices. */
function TripReview({ draft, quote, option }: BookedTripProps) {
  const t = useWords();
  const { timeZone, pickupAt } = quote;
  const extras = draft.extras.flatMap(({ id, quantity }) => {
    const name = quote.extras.find((extra) => extra.id === id)?.name;
    return name ? [{ name, quantity }] : [];
  });
  return (
    <Card>
      <RouteLine
        dropoff={
          endsWhereItBegins(draft)
            ? { name: serviceNote(serviceTypeOf(draft), draft.hours, t) }
            : { name: draft.to.text, detail: draft.to.place?.detail }
        }
        pickup={{ name: draft.from.text, detail: draft.from.place?.detail }}
        stops={stopsOf(draft)}
      />
      <div className="mt-4 border-line border-t pt-2">
        <DefinitionList
          facts={[
            {
              name: t("Pickup"),
              value: (
                <time className="font-medium" dateTime={pickupAt}>
                  {formatMoment(pickupAt, timeZone, "weekday", t)}
                  {t.known(", ")}
                  {formatMoment(pickupAt, timeZone, "time")}
                  {draft.asap && (
                    <span className="block font-normal text-ink-muted text-sm">
                      {t("As soon as possible")}
                    </span>
                  )}
                </time>
              ),
            },
            { name: t("Car"), value: optionName(option, t) },
            {
              name: t("For"),
              value: t.list([
                t.count(passengerCountOf(draft), "{n} passenger", "{n} passengers"),
                t.count(draft.luggage, "{n} suitcase", "{n} suitcases"),
              ]),
            },
            ...(extras.length > 0 ? [{ name: t("Extras"), value: extrasText(extras, t) }] : []),
            ...(isAirportTrip(draft) && draft.flightNumber
              ? [{ name: t("Flight"), value: draft.flightNumber }]
              : []),
            ...(draft.kind === "home_care"
              ? [{ name: t("Mobility"), value: t.known(mobilityWords[draft.mobility]) }]
              : []),
            ...serviceFacts(detailsOf(draft), t),
          ]}
        />
      </div>
    </Card>
  );
}

/** The passenger, if somebody else than the rider, and the note to the driver. */
function PassengerSection({
  draft,
  user,
  error,
  missing,
  update,
}: Pick<ConfirmStepProps, "draft" | "error" | "update"> & {
  user: Rider;
  missing: ReturnType<typeof missingFaults>;
}) {
  const t = useWords();
  return (
    <div className="grid gap-4">
      <Checkbox
        checked={draft.isForSomebodyElse}
        hint={
          draft.isForSomebodyElse
            ? undefined
            : t("The driver will look for {name}.", {
                name: draft.billTo?.member?.name ?? fullName(user),
              })
        }
        label={t("I am booking for somebody else")}
        name="isForSomebodyElse"
        onChange={(event) => update({ isForSomebodyElse: event.target.checked })}
      />
      {draft.isForSomebodyElse && (
        <div className="grid gap-4 sm:grid-cols-2">
          <PassengerFields
            checkClass="sm:col-span-2"
            entry={draft}
            fault={(name) => missing[name] ?? error?.fields[name]}
            onEntry={update}
          />
        </div>
      )}
      <TextArea
        error={error?.fields.note ?? null}
        label={t("Note to the driver")}
        maxLength={1000}
        name="note"
        onChange={({ target: { value } }) => update({ note: value })}
        optional
        placeholder={t("Gate code, where to meet")}
        rows={3}
        value={draft.note}
      />
    </div>
  );
}

/** The choices that change the price, and whether the trip repeats. */
function PaymentChoices({ api, draft, quote, option, busy, error, update }: ConfirmStepProps) {
  const t = useWords();
  return (
    <>
      <PromotionField
        busy={busy}
        code={draft.promotionCode}
        onCode={(promotionCode) => update({ promotionCode })}
        option={option}
        quote={quote}
      />
      <GratuityField
        gratuity={quote.gratuity}
        onPercent={(gratuityPercent) => update({ gratuityPercent })}
        percent={draft.gratuityPercent}
      />
      {quote.returnTrip && (
        <p className="text-ink-muted text-sm">
          {t(
            "After you book, you can repeat either trip: open the trip and choose “Repeat this trip”.",
          )}
        </p>
      )}
      {!draft.asap && !quote.returnTrip && !option.vehicles && !draft.billTo?.member && (
        <RepeatTripField
          {...{ api, draft, update }}
          error={error?.fields.repeat ?? null}
          quote={quote.quote}
          vehicleClassId={option.vehicleClass.id}
        />
      )}
      <div className="lg:hidden">
        <TotalOfBothTrips draft={draft} option={option} quote={quote} />
      </div>
    </>
  );
}

/** Books, or asks a visitor to sign in first. */
function BookButton({
  quote: { onRequest },
  user,
  isSignedOut,
  busy,
  isPriceOutdated,
}: ConfirmStepProps) {
  const t = useWords();
  if (user && !isSignedOut)
    return (
      <Button
        busy={busy}
        disabled={isPriceOutdated}
        busyLabel={onRequest ? t("Sending...") : t("Booking...")}
        size="large"
        type="submit"
        wide
      >
        {onRequest ? t("Send request") : t("Book now")}
      </Button>
    );
  return (
    <>
      <Button size="large" type="submit" wide>
        {t("Sign in to book")}
      </Button>
      <p className="text-center text-ink-muted text-sm">
        {onRequest ? t("We’ll keep your trip.") : t("We’ll keep your trip and this price.")}
      </p>
    </>
  );
}
