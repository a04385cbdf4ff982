import { type FormEvent, useEffect, useState } from "react";
import type { Settings } from "../../src/settings/contract";
import type { Api } from "../api";
import type { ApiError } from "../api-error";
import { type BookingDraft, isPast, stopsOf } from "../booking/draft";
import { addDays, localClock, proposedPickup } from "../ui/local-clock";
import { PlaceField } from "../booking/fields/place-field";
import { AsapChoice, DayAndTime, timeRefusalCodes, leadMinutesOf } from "../booking/pickup-time";
import { useUsualPlaces } from "../booking/use-usual-places";
import { resolveEnds } from "../booking/resolve-ends";
import { StopList } from "../booking/stop-list";
import { ReturnTripFields, returnTripFault } from "../booking/fields/return-trip-fields";
import { Button } from "../ui/button";
import { SelectField } from "../ui/select-field";
import { useWords } from "../words/use-words";
import { ContinueBooking } from "./continue-booking";

/** Larger groups need several cars and are asked to call. */
const passengerCounts = Array.from({ length: 30 }, (_, at) => at + 1);

/** Asks for everything that a price needs: pickup, stops, drop-off, time, return trip and number of people. */
export function TripForm({
  api,
  settings,
  draft,
  isLoading,
  error,
  update,
  onRequestPrices,
  onContinue,
}: {
  api: Api;
  settings: Settings;
  draft: BookingDraft;
  /** Whether the prices are loading. */
  isLoading: boolean;
  /** Why there are no prices. */
  error: ApiError | null;
  update: (change: Partial<BookingDraft>) => void;
  onRequestPrices: () => void;
  /** Called when the booking continues in another tab. */
  onContinue: () => void;
}) {
  const t = useWords();
  const [hasRequested, setHasRequested] = useState(false);
  const usualPlaces = useUsualPlaces(api);
  const { from, to, stops: stopTexts, asap, date, passengers } = draft;
  const { timeZone, booking, findsAddresses } = settings;
  const now = localClock(Date.now(), timeZone);

  // A time is proposed at first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!date) update(proposedPickup(Date.now(), timeZone, leadMinutesOf(draft, settings)));
  }, []);
  const choosePlaceText = t("Choose a place from the list, or keep what you typed.");
  const faultsOf = (trip: BookingDraft) => {
    const start = trip.from.place;
    // A trip may end where it starts if it has a stop at another place.
    const isSame =
      start !== null &&
      start.id === trip.to.place?.id &&
      stopsOf(trip).every(({ id }) => id === start.id);
    return {
      from: start ? null : choosePlaceText,
      to: isSame
        ? t("This is the same place as the pickup.")
        : trip.to.place
          ? null
          : choosePlaceText,
      date: asap || date ? null : t("Choose a day."),
      time: !asap && date && isPast(draft, now) ? t("This time has passed.") : null,
    };
  };
  const isReturnTripFault = error?.fields["returnTrip.pickupLocal"] !== undefined;
  const isTimeFault =
    error !== null &&
    !isReturnTripFault &&
    !asap &&
    timeRefusalCodes.some((code) => code === error.code);
  const timeRefusal = isTimeFault ? error.message : null;
  const refusedFieldId = isReturnTripFault ? "back-time" : isTimeFault ? "time" : null;
  useEffect(() => {
    if (refusedFieldId) document.getElementById(refusedFieldId)?.focus();
  }, [refusedFieldId]);
  const faults = faultsOf(draft);
  const returnFault = returnTripFault(draft, t);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const ends = await resolveEnds(api, draft, findsAddresses);
    const { stops: filledStops } = ends;
    update({ from: ends.from, to: ends.to, stops: filledStops });
    setHasRequested(true);
    const newFaults = faultsOf({ ...draft, ...ends });
    const openStopIndex = filledStops.findIndex(({ place }) => !place);
    const missingField = newFaults.from
      ? "from"
      : openStopIndex >= 0
        ? `stop-${openStopIndex}`
        : ((["to", "date", "time"] as const).find((name) => newFaults[name]) ?? returnFault?.field);
    if (missingField) document.getElementById(missingField)?.focus();
    else onRequestPrices();
  };
  const visibleFault = (name: keyof typeof faults) => (hasRequested ? faults[name] : null);
  // Starts the map near one of the operator's places.
  const [mapStart = null] = usualPlaces;

  return (
    <>
      <form
        method="post"
        className="grid gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <PlaceField
          api={api}
          entry={from}
          error={visibleFault("from")}
          id="from"
          label={t("Pickup")}
          mark="round"
          mapStart={mapStart}
          onEntry={(entry) => update({ from: entry })}
          placeholder={t("Airport, hotel, address")}
          suggestions={usualPlaces}
        />
        <StopList
          api={api}
          fault={hasRequested ? choosePlaceText : null}
          near={mapStart}
          onStops={(changedEntries) => update({ stops: changedEntries })}
          stops={stopTexts}
          suggestions={usualPlaces}
        />
        <PlaceField
          api={api}
          entry={to}
          error={visibleFault("to")}
          id="to"
          label={t("Drop-off")}
          mark="square"
          mapStart={mapStart}
          onEntry={(entry) => update({ to: entry })}
          placeholder={t("Where are you going?")}
          suggestions={usualPlaces}
        />
        <AsapChoice draft={draft} legend={t("When")} settings={settings} update={update} />
        {!asap && (
          <DayAndTime
            dateError={visibleFault("date")}
            draft={draft}
            settings={settings}
            timeError={timeRefusal ?? visibleFault("time")}
            update={update}
          />
        )}
        <SelectField
          id="passengers"
          label={t("Passengers")}
          name="passengers"
          onChange={(event) => update({ passengers: Number(event.target.value) })}
          value={passengers}
        >
          {passengerCounts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
        <ReturnTripFields
          draft={draft}
          error={error}
          fault={hasRequested ? returnFault : null}
          latestDate={addDays(now.date, booking.maxDaysAhead)}
          now={now}
          update={update}
        />
        <div className="empty:hidden" role="alert">
          {error && !timeRefusal && !isReturnTripFault && (
            <p className="rounded-md bg-danger-surface px-4 py-3 text-danger-ink text-sm">
              {error.message}
            </p>
          )}
        </div>
        <Button busy={isLoading} busyLabel={t("Getting prices...")} type="submit" wide>
          {t("See cars and prices")}
        </Button>
      </form>
      {error && (
        <div className="mt-3">
          <ContinueBooking draft={draft} onContinue={onContinue}>
            <Button type="submit" variant="secondary" wide>
              {t("Continue on our site")}
            </Button>
          </ContinueBooking>
        </div>
      )}
    </>
  );
}
