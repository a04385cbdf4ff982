import { type FormEvent, useEffect, useState } from "react";
import type { Settings } from "../../../../src/settings/contract";
import type { ApiError } from "../../../api-error";
import { Button } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { NoticeBanner } from "../../../ui/notice-banner";
import { SelectField } from "../../../ui/select-field";
import { CounterField } from "../../../booking/fields/counter-field";
import { type BookingDraft, offeredHours, isPast } from "../../../booking/draft";
import { ServiceFields, serviceFault } from "../../../booking/fields/service-fields";
import { addDays, localClock, proposedPickup } from "../../../ui/local-clock";
import { ContinueBar } from "./continue-bar";
import {
  AsapChoice,
  DayAndTime,
  timeRefusalCodes,
  RepeatedHourChoice,
  leadMinutesOf,
} from "../../../booking/pickup-time";
import { ReturnTripFields, returnTripFault } from "../../../booking/fields/return-trip-fields";
import { useWords } from "../../../words/use-words";
import { phrase, type Phrase } from "../../../words/words";

const passengersDetail: Record<BookingDraft["kind"], Phrase> = {
  one_way: phrase("Everyone riding in the car"),
  hourly: phrase("Everyone riding in the car"),
  home_care: phrase("Everyone riding in the car"),
  roadside_assistance: phrase("People waiting with the vehicle who may need a ride"),
  interpreter: phrase("Not counting the interpreter"),
};

/** The second step: day and time in the operator's time zone, passengers and luggage. */
export function WhenStep({
  draft,
  settings,
  update,
  isPricing,
  error,
  onDone,
}: {
  draft: BookingDraft;
  settings: Settings;
  update: (change: Partial<BookingDraft>) => void;
  /** Whether the prices are loading. */
  isPricing: boolean;
  /** Why there are no prices, for example because of the time; null without an error. */
  error: ApiError | null;
  onDone: () => void;
}) {
  const t = useWords();
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { date, time, repeatedHour, asap } = draft;
  const { timeZone, booking } = settings;
  const now = localClock(Date.now(), timeZone);
  // Proposes a time at first, and again when the saved one has passed in the meantime.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (!date || !time || isPast(draft, now))
      update(proposedPickup(Date.now(), timeZone, leadMinutesOf(draft, settings)));
  }, []);

  const isReturnTripError = error?.fields["returnTrip.pickupLocal"] !== undefined;
  const isTimeAmbiguous = error?.code === "trip.time_ambiguous" && !isReturnTripError;
  const dateError = asap || date ? null : t("Choose a day.");
  const isInPast = date !== "" && time !== "" && isPast(draft, now);
  const timeError =
    error && !isReturnTripError && timeRefusalCodes.some((code) => code === error.code)
      ? error.message
      : isInPast
        ? t("This time has passed.")
        : null;

  const isTimeRefused = error !== null && timeError !== null;
  useEffect(() => {
    if (isTimeRefused) document.getElementById("time")?.focus();
  }, [isTimeRefused]);

  useEffect(() => {
    if (isReturnTripError) document.getElementById("back-time")?.focus();
  }, [isReturnTripError]);

  const fault = serviceFault(draft, t) ?? returnTripFault(draft, t);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasSubmitted(true);
    if (dateError) document.getElementById("date")?.focus();
    else if (timeError) document.getElementById("time")?.focus();
    else if (fault) document.getElementById(fault.field)?.focus();
    else onDone();
  };

  return (
    <form method="post" className="grid gap-6" noValidate onSubmit={submit}>
      <AsapChoice draft={draft} legend={t("Pickup")} settings={settings} update={update} />
      <div className={asap ? "hidden" : ""}>
        <NextDaysChoice
          date={date}
          onDate={(day) => update({ date: day, repeatedHour: null })}
          today={now.date}
        />
        <DayAndTime
          dateError={hasSubmitted ? dateError : null}
          draft={draft}
          settings={settings}
          timeError={timeError}
          update={update}
        />
      </div>
      {!asap && (isTimeAmbiguous || repeatedHour) && (
        <RepeatedHourChoice
          error={isTimeAmbiguous && !repeatedHour ? error.message : null}
          name="repeatedHour"
          onValue={(value) => update({ repeatedHour: value })}
          time={time}
          value={repeatedHour}
        />
      )}
      <PartySize draft={draft} update={update} />
      <ServiceFields
        draft={draft}
        fault={hasSubmitted ? serviceFault(draft, t) : null}
        update={update}
      />
      <ReturnTripFields
        draft={draft}
        error={error}
        fault={hasSubmitted ? returnTripFault(draft, t) : null}
        latestDate={addDays(now.date, booking.maxDaysAhead)}
        now={now}
        update={update}
      />
      <ContinueBar>
        {error && !timeError && !isTimeAmbiguous && !isReturnTripError && (
          <div className="mb-3" role="alert">
            <NoticeBanner tone="danger">{error.message}</NoticeBanner>
          </div>
        )}
        <Button
          busy={isPricing}
          busyLabel={t("Getting prices...")}
          disabled={isTimeAmbiguous && !repeatedHour}
          size="large"
          type="submit"
          wide
        >
          {t("See cars and prices")}
        </Button>
      </ContinueBar>
    </form>
  );
}

/** Buttons for today and tomorrow. */
function NextDaysChoice({
  date,
  today,
  onDate,
}: {
  date: string;
  today: string;
  onDate: (date: string) => void;
}) {
  const t = useWords();
  const days = [
    { date: today, words: t("Today") },
    { date: addDays(today, 1), words: t("Tomorrow") },
  ];
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {days.map((day) => (
        <button
          aria-pressed={date === day.date}
          className={classNames(
            "min-h-11 rounded-full border px-4 font-medium text-sm transition",
            date === day.date
              ? "border-accent-text bg-accent-surface text-accent-text"
              : "border-line-strong/50 bg-surface-raised hover:border-line-strong",
          )}
          key={day.date}
          onClick={() => onDate(day.date)}
          type="button"
        >
          {day.words}
        </button>
      ))}
    </div>
  );
}

interface DraftProps {
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
}

/** The fields for the duration, the number of people, and the luggage. */
function PartySize({ draft, update }: DraftProps) {
  const t = useWords();
  return (
    <>
      {draft.kind === "hourly" && (
        <SelectField
          hint={t("The car and driver stay with you the whole time.")}
          label={t("For how long")}
          name="hours"
          onChange={(event) => update({ hours: Number(event.target.value) })}
          value={draft.hours}
        >
          {offeredHours.map((count) => (
            <option key={count} value={count}>
              {t.count(count, "{n} hour", "{n} hours")}
            </option>
          ))}
        </SelectField>
      )}
      <div className="divide-y divide-line border-line border-y empty:hidden">
        {draft.kind !== "home_care" && (
          <CounterField
            detail={t.of(passengersDetail[draft.kind])}
            label={t("Passengers")}
            max={60}
            min={1}
            onValue={(passengers) => update({ passengers })}
            value={draft.passengers}
          />
        )}
        {draft.kind !== "roadside_assistance" && (
          <CounterField
            detail={t("Suitcases only; hand luggage is always fine")}
            label={t("Luggage")}
            max={60}
            min={0}
            onValue={(luggage) => update({ luggage })}
            value={draft.luggage}
          />
        )}
      </div>
    </>
  );
}
