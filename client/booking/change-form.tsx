import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ChangeQuote, ChangeReservation } from "../../src/reservations/change-contract";
import type { PassengerInput, Reservation, TimelineEntry } from "../../src/reservations/contract";
import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { type Api, read } from "../api";
import { ApiError } from "../api-error";
import { Form } from "../forms/form";
import { useForm } from "../forms/use-form";
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
import { passengerInputOf, type PlaceEntry } from "./draft";
import { missingOf, PassengerPart, type PassengerWords } from "./fields/passenger-fields";
import { addDays, localClock } from "../ui/local-clock";
import { PlaceField } from "./fields/place-field";
import { endsOf } from "./trip-places";
import { TimeOfDayField } from "./pickup-time";
import { useWords } from "../words/use-words";

/** How many days ahead a trip can be moved. */
const MAX_DAYS_AHEAD = 365;

/** Server refusals shown at a field; all others are shown under the form. */
const timeCodes = ["trip.past", "trip.too_far_ahead", "trip.time_gap"];
const AMBIGUOUS = "trip.time_ambiguous";

interface ChangeRequest {
  pickup?: Stop;
  dropoff?: Stop;
  pickupLocal?: string;
  repeatedHour?: "earlier" | "later";
  passengers?: number;
  luggage?: number;
  vehicleClassId?: string;
}

/** How to ask for the price of a change and how to accept it: as a rider, or as dispatch. */
interface ChangeCalls {
  /** Null if the screen was left in the meantime. */
  quote: (wanted: ChangeRequest & { version: number }) => Promise<ChangeQuote | null>;
  change: (change: ChangeReservation) => Promise<unknown>;
}

/** Same as `ChangeFields`, for a rider's own trip. */
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

/** The fields as a trip fills them. */
function fieldsOf(trip: Reservation) {
  const { from, to } = endsOf(trip);
  const [date = "", time = ""] = trip.pickupLocal.split("T");
  return {
    from,
    to,
    // Day and time are one field: somebody who moves the day has not agreed to the same hour.
    moment: { date, time, repeatedHour: null as "earlier" | "later" | null },
    passengers: trip.passengers,
    luggage: trip.luggage,
    vehicleClassId: trip.vehicleClass.id,
    note: trip.note,
    flightNumber: trip.flightNumber ?? "",
    forSomebodyElse: trip.rider?.name !== trip.passenger.name,
    passengerName: trip.passenger.name,
    passengerPhone: trip.passenger.phone ?? "",
    passengerEmail: trip.passengerNews?.email ?? "",
    passengerLanguage: trip.passengerNews?.language ?? "",
    driverNewsTo: trip.passengerNews?.driverNewsTo ?? "passenger",
  } satisfies PassengerInput & Record<string, unknown>;
}
type Fields = ReturnType<typeof fieldsOf>;

/** The changed fields that affect the price. */
function changeRequestOf(typed: Fields, trip: Reservation): ChangeRequest {
  const { passengers, luggage, vehicleClassId } = typed;
  const { date, time, repeatedHour } = typed.moment;
  const pickup = stopOf(typed.from);
  const dropoff = stopOf(typed.to);
  const pickupLocal = `${date}T${time}`;
  return {
    ...(pickup && isMoved(pickup, trip.pickup) && { pickup }),
    ...(!isHourly(trip) && dropoff && isMoved(dropoff, trip.dropoff) && { dropoff }),
    ...(pickupLocal !== trip.pickupLocal && { pickupLocal }),
    ...(repeatedHour && { pickupLocal, repeatedHour }),
    ...(passengers !== trip.passengers && { passengers }),
    ...(luggage !== trip.luggage && { luggage }),
    ...(vehicleClassId !== trip.vehicleClass.id && { vehicleClassId }),
  };
}

/** The passenger to send; an empty name makes the rider the passenger. */
function passengerChangeOf(typed: Fields): PassengerInput {
  return typed.forSomebodyElse ? passengerInputOf(typed) : { passengerName: "" };
}

/** What others did to the trip since the form was opened; `onPriced` reports a new price. */
function useNews(trip: Reservation, onPriced: () => void) {
  const [base, setBase] = useState(trip);
  const [news, setNews] = useState<readonly TimelineEntry[]>([]);
  if (trip.version !== base.version) {
    const known = new Set(base.timeline.map(({ id }) => id));
    setNews([...news, ...trip.timeline.filter(({ id }) => !known.has(id))]);
    setBase(trip);
    if (priced(trip) !== priced(base)) onPriced();
  }
  return { news, forget: () => setNews([]) };
}

/** The classes that can take the trip, with their prices; none where the class cannot be changed. */
function useClasses(trip: Reservation, { quote: ask }: ChangeCalls, newest?: ChangeQuote) {
  const [classes, setClasses] = useState<ChangeQuote["classes"]>([]);
  const { version } = trip;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each version of the trip
  useEffect(() => {
    let isNotFound = false;
    ask({ version }).then(
      (answer) => !isNotFound && answer && setClasses(answer.classes),
      // Then the class stays, and the form says why when it is sent.
      () => {},
    );
    return () => {
      isNotFound = true;
    };
  }, [version]);
  return newest?.classes ?? classes;
}

interface ChangeProps {
  trip: Reservation;
  calls: ChangeCalls;
  /** The trip has been replaced by a newer version. */
  onStale: () => void;
}

/** The typed fields, the price asked for them, and sending both. */
function useChange({ trip, calls, onStale }: ChangeProps) {
  const t = useWords();
  const [found, setFound] = useState<{ of: string; quote: ChangeQuote } | null>(null);
  const [requested, setRequested] = useState(false);
  const classes = useClasses(trip, calls, found?.quote);
  const { news, forget } = useNews(trip, () => setFound(null));
  const form = useForm({
    initial: fieldsOf(trip),
    send: async () => {},
    words: (error) => {
      if (!(error instanceof ApiError)) throw error;
      return error.code === AMBIGUOUS ? null : error.message;
    },
    failed: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "quote.expired") setFound(null);
      if (error.code.startsWith("reservation.")) onStale();
    },
  });
  const { typed } = form;
  const wanted = changeRequestOf(typed, trip);
  const key = JSON.stringify(wanted);
  const quote = found?.of === key ? found.quote : null;
  const note = typed.note.trim();
  const passenger = passengerChangeOf(typed);
  const changes = {
    ...(typed.flightNumber.replaceAll(" ", "").toUpperCase() !== (trip.flightNumber ?? "") && {
      flightNumber: typed.flightNumber,
    }),
    ...(note !== trip.note && { note }),
    ...(JSON.stringify(passenger) !== JSON.stringify(passengerChangeOf(fieldsOf(trip))) &&
      passenger),
  };
  const needsPrice = key !== "{}";
  const isSame = !needsPrice && Object.keys(changes).length === 0;

  const send = async () => {
    const { version } = trip;
    try {
      if (!needsPrice || quote)
        return await calls.change({ version, ...(quote && { quote: quote.quote }), ...changes });
      const answer = await calls.quote({ version, ...wanted });
      if (answer) setFound({ of: key, quote: answer });
    } catch (error) {
      if (!(error instanceof ApiError && timeCodes.includes(error.code))) throw error;
      throw new ApiError(error.status, error.code, error.message, { time: error.message });
    }
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    setRequested(true);
    const place = t("Choose a place from the list, so that we can find the route.");
    const wrong = {
      ...(typed.forSomebodyElse && missingOf(typed, t)),
      ...(!typed.moment.date && { date: t("Choose a day.") }),
      ...(typed.from.place?.latitude == null && { "change-from": place }),
      ...(!isHourly(trip) && typed.to.place?.latitude == null && { "change-to": place }),
    };
    if (Object.keys(wrong).length > 0) return form.refuse(wrong);
    if (!isSame) await form.act("submit", send);
  };
  return {
    form: { ...form, submit },
    quote,
    classes,
    needsPrice,
    isUnchanged: requested && isSame,
    news,
    adoptCurrent: () => {
      form.reset();
      forget();
    },
  };
}

/**
 * Changes a trip: another time, other places, more people, another note. Shows the new price before
 * anything is sent. `onClose` runs when the form is cancelled; typed text stays while the trip changes.
 */
export function ChangeFields({
  api,
  title,
  flightLabel,
  passengerWords,
  onClose,
  renderConcurrentChanges,
  ...change
}: ChangeProps & {
  api: Api;
  /** The heading, if not the rider's. */
  title?: string;
  /** Label of the return flight field; without it the field is left out. */
  flightLabel?: string;
  /** Labels of the passenger's fields, if not the rider's. */
  passengerWords?: PassengerWords;
  onClose: () => void;
  /**
   * Shows what others did to the trip since the form was opened; `onTakeTheirs` discards the typed values.
   */
  renderConcurrentChanges?: (news: readonly TimelineEntry[], onTakeTheirs: () => void) => ReactNode;
}) {
  const t = useWords();
  const { trip } = change;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form, quote, classes, needsPrice, isUnchanged, news, adoptCurrent } = useChange(change);
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
      <Form className="grid gap-5" form={form}>
        <MomentFields form={form} timeZone={trip.timeZone} />
        <ChangedPlace api={api} end="from" form={form} />
        {!isHourly(trip) && <ChangedPlace api={api} end="to" form={form} />}
        <div>
          <CounterField
            detail={t("Who rides along")}
            label={t("Passengers")}
            max={60}
            min={1}
            onValue={(passengers) => form.set({ passengers })}
            value={form.typed.passengers}
          />
          <CounterField
            detail={t("Suitcases")}
            label={t("Luggage")}
            max={60}
            min={0}
            onValue={(luggage) => form.set({ luggage })}
            value={form.typed.luggage}
          />
        </div>
        {classes.length > 1 && (
          <SelectField {...form.field("vehicleClassId")} id="change-class" label={t("Car")}>
            {classes.map(({ id, name, fareMinor }) => (
              <option key={id} value={id}>
                {`${t.known(name, "name")} · ${formatMoney(fareMinor, trip.currency, t)}`}
              </option>
            ))}
          </SelectField>
        )}
        {flightLabel !== undefined && (
          <TextField
            {...form.field("flightNumber")}
            autoComplete="off"
            id="change-flight"
            label={flightLabel}
            maxLength={10}
            optional
          />
        )}
        <PassengerPart
          entry={form.typed}
          fault={form.fault}
          hasRider={trip.rider !== null}
          onEntry={form.set}
          words={passengerWords}
        />
        <TextArea
          {...form.field("note")}
          id="change-note"
          label={t("Note to the driver")}
          maxLength={1000}
          optional
          rows={3}
        />
        <div aria-live="polite">
          {quote && <NewPrice quote={quote} timeZone={trip.timeZone} />}
          {isUnchanged && (
            <p className="text-ink-muted">{t("You haven’t changed anything yet.")}</p>
          )}
        </div>
        {news.length > 0 && renderConcurrentChanges?.(news, adoptCurrent)}
        <FieldError id={`${headingId}-failure`}>{form.failure}</FieldError>
        <div className="flex flex-wrap gap-2">
          <Button busy={form.busy} type="submit">
            {needsPrice && !quote ? t("See the new price") : t("Change the trip")}
          </Button>
          <Button disabled={form.busy} onClick={onClose} variant="quiet">
            {t("Keep the trip as it is")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

interface PartProps {
  form: ReturnType<typeof useChange>["form"];
}

/** Day and time, and the choice between two hours when the clocks go back. */
function MomentFields({ form, timeZone }: PartProps & { timeZone: string }) {
  const t = useWords();
  const { moment } = form.typed;
  const today = localClock(Date.now(), timeZone).date;
  const change = (to: Partial<Fields["moment"]>) => {
    form.set({ moment: { ...moment, repeatedHour: null, ...to } });
    form.forgive(["date", "time"]);
  };
  return (
    <>
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <DateField
          error={form.fault("date")}
          id="change-date"
          label={t("Day")}
          max={addDays(today, MAX_DAYS_AHEAD)}
          min={today}
          name="date"
          onChange={(event) => change({ date: event.target.value })}
          value={moment.date}
        />
        <TimeOfDayField
          error={form.fault("time")}
          id="change-time"
          label={t("Time")}
          name="time"
          onChange={(event) => change({ time: event.target.value })}
          value={moment.time}
        />
      </div>
      {(form.code === AMBIGUOUS || moment.repeatedHour !== null) && (
        <RadioCards
          legend={t("The clocks go back that night: this time comes twice. Which one do you mean?")}
          name="change-hour"
          onValue={(repeatedHour) => change({ repeatedHour })}
          options={[
            { value: "earlier", title: t("The first time") },
            { value: "later", title: t("An hour later") },
          ]}
          value={moment.repeatedHour}
        />
      )}
    </>
  );
}

/** One end of the trip. */
function ChangedPlace({ api, form, end }: PartProps & { api: Api; end: "from" | "to" }) {
  const t = useWords();
  const id = `change-${end}`;
  return (
    <PlaceField
      api={api}
      entry={form.typed[end]}
      error={form.fault(id) ?? null}
      id={id}
      label={end === "from" ? t.in("a place", "From") : t.in("a place", "To")}
      mark={end === "from" ? "round" : "square"}
      near={null}
      onEntry={(entry) => {
        form.set({ [end]: entry });
        form.forgive([id]);
      }}
      placeholder={t("Airport, hotel, address…")}
      suggestions={[]}
    />
  );
}

/** The price of the changed trip, beside the agreed price. */
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
                  "Your return trip {number} starts at {time}, before you have arrived. Change it too.",
                  {
                    number: overlaps.number,
                    time: formatMoment(overlaps.pickupAt, timeZone, "time"),
                  },
                )
              : t(
                  "Your outbound trip {number} at {time} will not have ended by then. Change it too.",
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

/** The parts of a trip that affect its price and that these fields change. */
function priced({ pickup, dropoff, stops, pickupLocal, passengers, luggage }: Reservation): string {
  return JSON.stringify([pickup, dropoff, stops, pickupLocal, passengers, luggage]);
}

const isHourly = ({ serviceType }: Reservation) => serviceType === "hourly";

function stopOf({ place }: PlaceEntry): Stop | null {
  if (!place) return null;
  const { name, detail, latitude, longitude } = place;
  return { name, detail, latitude, longitude };
}

function isMoved(stop: Stop, before: Stop): boolean {
  return (
    stop.name !== before.name ||
    stop.latitude !== before.latitude ||
    stop.longitude !== before.longitude
  );
}
