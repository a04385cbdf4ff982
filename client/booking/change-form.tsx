import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ChangeQuote, ChangeReservation } from "../../src/reservations/change-contract";
import type { Reservation, Stop, TimelineEntry } from "../../src/reservations/contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { FareLines } from "../ui/fare-lines";
import { FieldError } from "../ui/field";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { RadioCards } from "../ui/radio-cards";
import { SelectField } from "../ui/select-field";
import { TextArea } from "../ui/text-area";
import { DateField, TextField } from "../ui/text-field";
import { CounterField } from "./fields/counter-field";
import type { PlaceEntry } from "./draft";
import { addDays, localClock, timesOfDay } from "../ui/local-clock";
import { PlaceField } from "./fields/place-field";
import { endsOf } from "./trip-places";
import { useWords } from "../words/use-words";

/** How far ahead trips can be moved, in days. */
const FURTHEST_DAYS = 365;

/** What a refusal of the server is about; the rest stands under the form. */
const timeCodes = ["trip.past", "trip.too_far_ahead", "trip.time_gap"];

interface Wanted {
  pickup?: Stop;
  dropoff?: Stop;
  pickupLocal?: string;
  repeatedHour?: "earlier" | "later";
  passengers?: number;
  luggage?: number;
}

/** How the price of a change is asked for, and how it is agreed to: by a rider, or by dispatch. */
interface ChangeCalls {
  /** Null where the screen has been left meanwhile. */
  quote: (wanted: Wanted & { version: number }) => Promise<ChangeQuote | null>;
  change: (change: ChangeReservation) => Promise<unknown>;
}

/** As `ChangeFields`, for a rider's own trip. */
export function ChangeForm({
  api,
  trip,
  onClose,
}: {
  api: Api;
  trip: Reservation;
  onClose: (done: boolean) => void;
}) {
  const router = useRouter();
  const path = api.reservations[":id"];
  const param = { id: trip.id };
  const calls: ChangeCalls = {
    quote: (json) => read(path["change-quote"].$post({ param, json })),
    change: async (json) => {
      await read(path.$put({ param, json }));
      onClose(true);
      await router.invalidate();
    },
  };
  return (
    <ChangeFields
      api={api}
      calls={calls}
      onClose={() => onClose(false)}
      onStale={() => void router.invalidate()}
      trip={trip}
    />
  );
}

/**
 * Changes a trip: another time, other places, more people, another note. What that costs is said before
 * somebody says yes to it. `onClose` when it is given up; what was typed stays while the trip changes.
 */
export function ChangeFields({
  api,
  trip,
  title,
  flightLabel,
  calls,
  onClose,
  onStale,
  meanwhile,
}: {
  api: Api;
  trip: Reservation;
  /** Its heading, where that is not the rider's. */
  title?: string;
  /** How the field for another flight is called; without it there is none. */
  flightLabel?: string;
  calls: ChangeCalls;
  onClose: () => void;
  /** The trip is another one by now. */
  onStale: () => void;
  /** Says what others have done to the trip since the form was opened; `onTakeTheirs` forgets what was typed. */
  meanwhile?: (news: readonly TimelineEntry[], onTakeTheirs: () => void) => ReactNode;
}) {
  const t = useWords();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = endsOf(trip);
  const hourly = trip.serviceType === "hourly";
  const [from, setFrom] = useState<PlaceEntry>(before.from);
  const [to, setTo] = useState<PlaceEntry>(before.to);
  const [date, setDate] = useState(trip.pickupLocal.slice(0, 10));
  const [time, setTime] = useState(trip.pickupLocal.slice(11));
  const [repeatedHour, setRepeatedHour] = useState<"earlier" | "later" | null>(null);
  const [passengers, setPassengers] = useState(trip.passengers);
  const [luggage, setLuggage] = useState(trip.luggage);
  const [note, setNote] = useState(trip.note);
  const [flight, setFlight] = useState(trip.flightNumber ?? "");
  const [found, setFound] = useState<{ of: string; quote: ChangeQuote } | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  useEffect(() => heading.current?.focus(), []);
  // The trip as the fields began with it: what differs from that was typed, and stays when it changes.
  const [base, setBase] = useState(trip);
  const [news, setNews] = useState<readonly TimelineEntry[]>([]);
  const take = (isTaken: (field: "from" | "to" | "moment" | "more") => boolean) => {
    const now = endsOf(trip);
    if (isTaken("from")) setFrom(now.from);
    if (isTaken("to")) setTo(now.to);
    if (isTaken("moment")) {
      setDate(trip.pickupLocal.slice(0, 10));
      setTime(trip.pickupLocal.slice(11));
      setRepeatedHour(null);
    }
    if (isTaken("more") || passengers === base.passengers) setPassengers(trip.passengers);
    if (isTaken("more") || luggage === base.luggage) setLuggage(trip.luggage);
    if (isTaken("more") || flight === (base.flightNumber ?? "")) setFlight(trip.flightNumber ?? "");
    if (isTaken("more") || note === base.note) setNote(trip.note);
  };
  if (trip.version !== base.version) {
    const known = new Set(base.timeline.map(({ id }) => id));
    setNews([...news, ...trip.timeline.filter(({ id }) => !known.has(id))]);
    setBase(trip);
    const [pickup, dropoff] = [stopOf(from), stopOf(to)];
    const kept = {
      from: !pickup || isElsewhere(pickup, base.pickup),
      to: !dropoff || isElsewhere(dropoff, base.dropoff),
      moment: `${date}T${time}` !== base.pickupLocal || repeatedHour !== null,
      more: true,
    };
    take((field) => !kept[field]);
    // A price of the trip as it was.
    if (priced(trip) !== priced(base)) setFound(null);
  }

  const wanted = wantedOf();
  const key = JSON.stringify(wanted);
  const needsPrice = key !== "{}";
  const rewritten = note.trim() !== trip.note;
  const rebooked = flight.replaceAll(" ", "").toUpperCase() !== (trip.flightNumber ?? "");
  const isFree = rewritten || rebooked;
  const quote = found?.of === key ? found.quote : null;
  const faults = {
    from:
      from.place?.latitude == null
        ? t("Choose a place from the list, so that we know the way.")
        : null,
    to:
      !hourly && to.place?.latitude == null
        ? t("Choose a place from the list, so that we know the way.")
        : null,
    date: date ? null : t("Choose a day."),
    time: failure && timeCodes.includes(failure.code) ? failure.message : null,
  };
  const ambiguous = failure?.code === "trip.time_ambiguous" || repeatedHour !== null;
  const general =
    failure &&
    faults.time === null &&
    !failure.fields.flightNumber &&
    failure.code !== "trip.time_ambiguous"
      ? failure.message
      : null;

  function wantedOf(): Wanted {
    const pickup = stopOf(from);
    const dropoff = stopOf(to);
    const pickupLocal = `${date}T${time}`;
    return {
      ...(pickup && isElsewhere(pickup, trip.pickup) && { pickup }),
      ...(!hourly && dropoff && isElsewhere(dropoff, trip.dropoff) && { dropoff }),
      ...(pickupLocal !== trip.pickupLocal && { pickupLocal }),
      ...(repeatedHour && { pickupLocal, repeatedHour }),
      ...(passengers !== trip.passengers && { passengers }),
      ...(luggage !== trip.luggage && { luggage }),
    };
  }

  /** Runs a call; a refusal is shown, and one that says that the trip is another one now reloads it. */
  const attempt = async (call: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      if (error.code === "quote.expired") setFound(null);
      if (timeCodes.includes(error.code)) document.getElementById("change-time")?.focus();
      if (error.fields.flightNumber) document.getElementById("change-flight")?.focus();
      if (error.code.startsWith("reservation.")) onStale();
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const [wrong] = (["from", "to", "date"] as const).filter((name) => faults[name] !== null);
    if (wrong) return document.getElementById(`change-${wrong}`)?.focus();
    if (!needsPrice && !isFree) return;
    const { version } = trip;
    void attempt(async () => {
      if (needsPrice && !quote) {
        const answer = await calls.quote({ version, ...wanted });
        if (answer) setFound({ of: key, quote: answer });
        return;
      }
      await calls.change({
        version,
        ...(quote && { quote: quote.quote }),
        ...(rebooked && { flightNumber: flight }),
        ...(rewritten && { note: note.trim() }),
      });
    });
  };

  const place = (which: "from" | "to", entry: PlaceEntry, set: (entry: PlaceEntry) => void) => (
    <PlaceField
      api={api}
      entry={entry}
      error={asked ? faults[which] : null}
      id={`change-${which}`}
      label={which === "from" ? t.in("a place", "From") : t.in("a place", "To")}
      mark={which === "from" ? "round" : "square"}
      near={null}
      onEntry={set}
      placeholder={t("Airport, hotel, address…")}
      suggestions={[]}
    />
  );
  const today = localClock(Date.now(), trip.timeZone).date;

  return (
    <Card aria-labelledby={headingId} role="region">
      <h2
        className="mb-4 rounded-sm font-semibold text-lg outline-none"
        id={headingId}
        ref={heading}
        tabIndex={-1}
      >
        {title ?? t("Change your trip")}
      </h2>
      <form method="post" className="grid gap-5" noValidate onSubmit={submit}>
        <div className="grid gap-4 min-[30rem]:grid-cols-2">
          <DateField
            error={asked ? faults.date : null}
            id="change-date"
            label={t("Day")}
            max={addDays(today, FURTHEST_DAYS)}
            min={today}
            onChange={(event) => {
              setDate(event.target.value);
              setRepeatedHour(null);
            }}
            value={date}
          />
          <SelectField
            error={faults.time}
            id="change-time"
            label={t("Time")}
            onChange={(event) => {
              setTime(event.target.value);
              setRepeatedHour(null);
            }}
            value={time}
          >
            {timesOfDay(time).map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </SelectField>
        </div>
        {ambiguous && (
          <RadioCards
            legend={t(
              "The clocks go back that night: this time comes twice. Which one do you mean?",
            )}
            name="change-hour"
            onValue={setRepeatedHour}
            options={[
              { value: "earlier", title: t("The first time") },
              { value: "later", title: t("An hour later") },
            ]}
            value={repeatedHour}
          />
        )}
        {place("from", from, setFrom)}
        {!hourly && place("to", to, setTo)}
        <div>
          <CounterField
            detail={t("Who rides along")}
            label={t("Passengers")}
            max={60}
            min={1}
            onValue={setPassengers}
            value={passengers}
          />
          <CounterField
            detail={t("Suitcases")}
            label={t("Luggage")}
            max={60}
            min={0}
            onValue={setLuggage}
            value={luggage}
          />
        </div>
        {flightLabel !== undefined && (
          <TextField
            autoComplete="off"
            error={failure?.fields.flightNumber ?? null}
            id="change-flight"
            label={flightLabel}
            maxLength={10}
            onChange={(event) => setFlight(event.target.value)}
            optional
            value={flight}
          />
        )}
        <TextArea
          id="change-note"
          label={t("Note to the driver")}
          maxLength={1000}
          onChange={(event) => setNote(event.target.value)}
          optional
          rows={3}
          value={note}
        />
        <div aria-live="polite">
          {quote && <NewPrice quote={quote} timeZone={trip.timeZone} />}
          {asked && !needsPrice && !isFree && (
            <p className="text-ink-muted">{t("Nothing is different yet.")}</p>
          )}
        </div>
        {news.length > 0 &&
          meanwhile?.(news, () => {
            take(() => true);
            setFailure(null);
            setNews([]);
          })}
        {general && <FieldError id={`${headingId}-failure`}>{general}</FieldError>}
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} type="submit">
            {needsPrice && !quote ? t("See the new price") : t("Change the trip")}
          </Button>
          <Button disabled={busy} onClick={onClose} variant="quiet">
            {t("Keep it as it is")}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** What the changed trip costs, beside what was agreed. */
function NewPrice({ quote, timeZone }: { quote: ChangeQuote; timeZone: string }) {
  const t = useWords();
  const { fareMinor, fareBeforeMinor, currency, lines, estimate, overlaps } = quote;
  const before = formatMoney(fareBeforeMinor, currency, t);
  return (
    <div className="rounded-lg bg-surface-sunken p-4">
      <p className="mb-2 font-semibold">
        {fareMinor === fareBeforeMinor
          ? t("The price stays the same.")
          : t("{price} instead of {before}", {
              price: formatMoney(fareMinor, currency, t),
              before,
            })}
      </p>
      <FareLines
        currency={currency}
        estimate={estimate}
        lines={lines}
        totalLabel={t("New total")}
        totalMinor={fareMinor}
      />
      {overlaps && (
        <div className="mt-3">
          <NoticeBanner tone="warning">
            {overlaps.leads === "back"
              ? t(
                  "Your way back, trip {number}, begins at {time}: before you have arrived. Change it too.",
                  {
                    number: overlaps.number,
                    time: formatMoment(overlaps.pickupAt, timeZone, "time"),
                  },
                )
              : t(
                  "Your trip there, number {number}, from {time} is not over by then. Change it too.",
                  {
                    number: overlaps.number,
                    time: formatMoment(overlaps.pickupAt, timeZone, "time"),
                  },
                )}
          </NoticeBanner>
        </div>
      )}
    </div>
  );
}

/** What of a trip its price depends on, and these fields change. */
function priced({ pickup, dropoff, stops, pickupLocal, passengers, luggage }: Reservation): string {
  return JSON.stringify([pickup, dropoff, stops, pickupLocal, passengers, luggage]);
}

function stopOf({ place }: PlaceEntry): Stop | null {
  if (!place) return null;
  const { name, detail, latitude, longitude } = place;
  return { name, detail, latitude, longitude };
}

function isElsewhere(stop: Stop, before: Stop): boolean {
  return (
    stop.name !== before.name ||
    stop.latitude !== before.latitude ||
    stop.longitude !== before.longitude
  );
}
