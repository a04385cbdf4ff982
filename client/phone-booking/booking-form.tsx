import { type KeyboardEvent, useRef } from "react";
import type { CallerCard as Card } from "../../src/dispatch/phone-booking/phone-contract";
import { parseTypedTime } from "../../src/dispatch/phone-booking/spoken-time-rules";
import type { ReservationRow } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import type { StaffCall } from "../office/calls";
import { isKey } from "../office/keys/keys";
import { lazy } from "../lazy";
import { NoticeBanner } from "../ui/notice-banner";
import { Skeleton } from "../ui/skeleton";
import { CallerCard, latestTripElementId } from "./caller-card";
import { CallerField, callerName } from "./caller-field";
import { allowsReturnTrip } from "../booking/draft";
import { type Faults, type PhoneDraft, withReturn, withTime } from "./draft";
import { focusNext } from "./next-field";
import { PlaceRows, RideRows } from "./trip-rows";
import type { PhoneQuote } from "./use-phone-quote";
import { PickupTimeRow, ReturnRow } from "./pickup-time-row";
import { useOffice } from "../office/calls";

/** The fields further down, which load lazily. */
const MoreRows = lazy(async () => (await import("./more-rows")).MoreRows);

/** All fields in one column; Enter moves to the next field. */
export function BookingForm({
  call,
  draft,
  change,
  caller,
  quote,
  faults,
  isSent,
  onRepeat,
}: {
  call: StaffCall;
  draft: PhoneDraft;
  change: (make: (before: PhoneDraft) => PhoneDraft) => void;
  caller: { card: Card | null; setCard: (card: Card) => void; failure: string | null };
  quote: PhoneQuote;
  faults: Faults;
  /** Whether a booking was sent and has no answer yet. Nothing may change until it has one. */
  isSent: boolean;
  onRepeat: (trip: ReservationRow) => void;
}) {
  const { settings } = useOffice();
  const form = useRef<HTMLFormElement>(null);
  const { timeZone } = settings;
  const focusNextField = (from: HTMLElement) => {
    if (form.current) focusNext(form.current, from);
  };
  const update = (part: Partial<PhoneDraft>) => change((before) => ({ ...before, ...part }));
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target as HTMLElement;
    if (!isKey(event, "field") || event.defaultPrevented) return;
    if (!field.matches("input, select")) return;
    event.preventDefault();
    focusNextField(field);
  };
  // The cursor waits for the caller's trips, and moves there when they load.
  const focusTrips = () => {
    const box = document.getElementById("caller");
    const tryFocus = (triesLeft: number) => {
      if (document.activeElement !== box) return;
      const trip = document.getElementById(latestTripElementId);
      if (trip) return trip.focus();
      if (document.querySelector("[data-caller-known]") || triesLeft === 0)
        return document.getElementById("when")?.focus();
      setTimeout(() => tryFocus(triesLeft - 1), 30);
    };
    setTimeout(() => tryFocus(50), 0);
  };
  const quoteError = quote.error instanceof ApiError ? quote.error : null;
  const when = parseTypedTime(draft.whenText, Date.now(), timeZone);
  return (
    <form
      method="post"
      aria-label="Booking"
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
      ref={form}
    >
      <fieldset className="grid min-w-0 grid-cols-1 gap-3" disabled={isSent}>
        <CallerField
          call={call}
          draft={draft}
          faults={faults}
          onNumber={(number) => {
            update({
              number,
              riderId: null,
              callerText: number,
              trip: { ...draft.trip, card: null },
            });
            setTimeout(() => document.getElementById("name")?.focus(), 0);
          }}
          onRider={(rider) => {
            const trip = { ...draft.trip, card: null };
            update({ riderId: rider.id, number: null, callerText: callerName(rider), trip });
            focusTrips();
          }}
          update={update}
        />
        {caller.failure && draft.riderId && (
          <NoticeBanner tone="warning">
            Details about the caller could not be loaded: {caller.failure}
          </NoticeBanner>
        )}
        {draft.riderId && !caller.card && !caller.failure && (
          // As high as for a caller with trips, so that the fields below don't move.
          <Skeleton className="h-96 sm:ms-32" />
        )}
        {caller.card && (
          <div data-caller-known="">
            <CallerCard
              call={call}
              card={caller.card}
              key={caller.card.caller.id}
              onCard={caller.setCard}
              onRepeat={onRepeat}
            />
          </div>
        )}
        <PickupTimeRow
          error={faults.when ?? quoteError?.fields.pickupLocal}
          isAmbiguous={
            quoteError?.code === "trip.time_ambiguous" || draft.trip.repeatedHour !== null
          }
          onRepeatedHour={(repeatedHour) =>
            change((before) => ({ ...before, trip: { ...before.trip, repeatedHour } }))
          }
          onText={(text) => change((before) => withTime(before, text, Date.now(), timeZone))}
          problem={
            quoteError &&
            ["trip.time_gap", "trip.past", "trip.too_far_ahead"].includes(quoteError.code)
              ? quoteError.message
              : null
          }
          repeatedHour={draft.trip.repeatedHour}
          text={draft.whenText}
          when={when}
        />
        <PlaceRows
          faults={faults}
          onDone={focusNextField}
          savedPlaces={caller.card?.places ?? []}
          trip={draft.trip}
          update={(make) =>
            change((before) => ({ ...before, trip: { ...before.trip, ...make(before.trip) } }))
          }
        />
        <RideRows
          faults={faults}
          quote={quote.answer}
          trip={draft.trip}
          update={(part) => change((before) => ({ ...before, trip: { ...before.trip, ...part } }))}
        />
        {allowsReturnTrip(draft.trip) && (
          <ReturnRow
            error={faults.return}
            local={draft.trip.back.date && `${draft.trip.back.date}T${draft.trip.back.time}`}
            onText={(text) => change((before) => withReturn(before, text, Date.now(), timeZone))}
            text={draft.returnText}
          />
        )}
        <MoreRows
          call={call}
          card={caller.card}
          currency={settings.currency}
          draft={draft}
          faults={faults}
          quote={quote.answer}
          update={update}
        />
      </fieldset>
    </form>
  );
}
