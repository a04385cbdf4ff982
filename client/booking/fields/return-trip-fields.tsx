import type { ApiError } from "../../api-error";
import { flightNumberOf } from "../../../src/reservations/flight-number-contract";
import { Checkbox } from "../../ui/checkbox";
import { NoticeBanner } from "../../ui/notice-banner";
import { DateField } from "../../ui/text-field";
import {
  isReturnOnCall,
  type BookingDraft,
  isReturnFromAirport,
  allowsReturnTrip,
  type ReturnTripDraft,
} from "../draft";
import { FlightField } from "./flight-field";
import { Pills } from "./pills";
import { dayWords, hoursLater, type LocalClock } from "../../ui/local-clock";
import { TimeOfDayField, RepeatedHourChoice } from "../pickup-time";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** The return trip is proposed this many hours after the outbound trip. */
const DEFAULT_RETURN_HOURS = 4;

/** Returns the error of the return trip, by the field's id; null if there is none. */
export function returnTripFault(
  draft: BookingDraft,
  t: Say,
): { field: string; words: string } | null {
  if (!draft.returns || !allowsReturnTrip(draft)) return null;
  const { date, time, flightNumber } = draft.back;
  if (!isReturnOnCall(draft) && !date) return { field: "back-date", words: t("Choose a day.") };
  if (!isReturnOnCall(draft) && !time) return { field: "back-time", words: t("Choose a time.") };
  if (isReturnFromAirport(draft) && flightNumber && flightNumberOf(flightNumber) === null)
    return {
      field: "back-flightNumber",
      words: t("Write the flight number as on your ticket, such as WB 203."),
    };
  return null;
}

/** The return trip, booked together with the outbound trip: time, stops and flight. */
export function ReturnTripFields({
  draft,
  update,
  latestDate,
  now,
  fault,
  error,
}: {
  draft: BookingDraft;
  update: (change: Partial<BookingDraft>) => void;
  /** The last day that can be booked. */
  latestDate: string;
  now: LocalClock;
  /** The error to show; null until the rider tries to continue. */
  fault: ReturnType<typeof returnTripFault>;
  /** The server's refusal to price the trip, which may be about the return trip. */
  error: ApiError | null;
}) {
  const t = useWords();
  if (!allowsReturnTrip(draft)) return null;
  const { back } = draft;
  const change = (changes: Partial<ReturnTripDraft>) => update({ back: { ...back, ...changes } });
  const timeRefusal = error?.fields["returnTrip.pickupLocal"] ?? null;
  const isTimeAmbiguous = timeRefusal !== null && error?.code === "trip.time_ambiguous";
  const errorOf = (field: string) => (fault?.field === field ? fault.words : null);
  const setReturnTrip = (returns: boolean) => {
    const outboundTime = draft.asap || !draft.date || !draft.time ? now : draft;
    const proposedReturn = hoursLater(
      { date: outboundTime.date, time: outboundTime.time },
      DEFAULT_RETURN_HOURS,
    );
    const roundedReturn = { ...proposedReturn, time: `${proposedReturn.time.slice(0, 2)}:00` };
    const chosenReturn = back.date && back.time ? `${back.date}T${back.time}` : "";
    const isBeforeOutbound = chosenReturn <= `${outboundTime.date}T${outboundTime.time}`;
    update({
      returns,
      ...(returns && isBeforeOutbound && { back: { ...back, ...roundedReturn } }),
    });
  };
  return (
    <div className="rounded-lg border border-line px-4 py-2">
      <Checkbox
        checked={draft.returns}
        hint={
          draft.returns
            ? undefined
            : t("Two trips in one booking, each with its own driver and price.")
        }
        label={t("Add a return trip")}
        name="returns"
        onChange={(event) => setReturnTrip(event.target.checked)}
      />
      {draft.returns && (
        <div className="grid gap-4 pb-3">
          {draft.kind === "home_care" && (
            <Pills
              legend={t("Return trip")}
              name="back-calls"
              onValue={(when) => change({ calls: when === "call" })}
              options={[
                { value: "time", words: t("At a set time") },
                { value: "call", words: t("When I call") },
              ]}
              value={back.calls ? "call" : "time"}
            />
          )}
          {isReturnOnCall(draft) ? (
            <p className="text-ink-muted text-sm">
              {t(
                "Press “I’m ready” on the trip or call us, and we’ll send the next car. The price is the same whenever you call.",
              )}
            </p>
          ) : (
            <div>
              <div className="grid gap-4 min-[30rem]:grid-cols-2">
                <DateField
                  error={errorOf("back-date")}
                  id="back-date"
                  label={t("Day of the return trip")}
                  max={latestDate}
                  min={draft.asap ? now.date : draft.date || now.date}
                  name="back-date"
                  onChange={(event) => change({ date: event.target.value, repeatedHour: null })}
                  value={back.date}
                />
                <TimeOfDayField
                  error={errorOf("back-time") ?? (isTimeAmbiguous ? null : timeRefusal)}
                  id="back-time"
                  label={t("Time of the return trip")}
                  name="back-time"
                  onChange={(event) => change({ time: event.target.value, repeatedHour: null })}
                  value={back.time}
                />
              </div>
              {back.date && <p className="mt-2 text-ink-muted text-sm">{dayWords(back.date, t)}</p>}
            </div>
          )}
          {(isTimeAmbiguous || back.repeatedHour) && (
            <RepeatedHourChoice
              error={isTimeAmbiguous && !back.repeatedHour ? timeRefusal : null}
              name="back-repeatedHour"
              onValue={(repeatedHour) => change({ repeatedHour })}
              time={back.time}
              value={back.repeatedHour}
            />
          )}
          {draft.stops.length > 0 && (
            <Checkbox
              checked={back.byStops}
              label={t("Make the stops on the return trip too")}
              name="back-stops"
              onChange={(event) => change({ byStops: event.target.checked })}
            />
          )}
          {isReturnFromAirport(draft) && (
            <FlightField
              error={errorOf("back-flightNumber")}
              id="back-flightNumber"
              label={t("Flight number of the return trip")}
              isArrival
              onNumber={(flightNumber) => change({ flightNumber })}
              optional
              pickupLocal={back.date && back.time ? `${back.date}T${back.time}` : null}
              value={back.flightNumber}
            />
          )}
        </div>
      )}
      {timeRefusal && isReturnOnCall(draft) && (
        <NoticeBanner tone="danger">{timeRefusal}</NoticeBanner>
      )}
    </div>
  );
}
