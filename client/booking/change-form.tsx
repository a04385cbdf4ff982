import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ChangeQuote, SameChange } from "../../src/reservations/change-contract";
import type { Reservation, TimelineEntry } from "../../src/reservations/contract";
import { type Api, read } from "../api";
import { lazy } from "../lazy";
import { Form } from "../forms/form";
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
import { ExtrasField } from "./fields/extras-field";
import { PaymentField } from "./fields/payment-field";
import { PassengerPart, type PassengerWords } from "./fields/passenger-fields";
import { addDays, localClock } from "../ui/local-clock";
import { PlaceField } from "./fields/place-field";
import { GreetingSign } from "./greeting-sign";
import { TimeOfDayField } from "./pickup-time";
import {
  AMBIGUOUS_TIME_CODE,
  type ChangeCalls,
  type ChangeProps,
  type ChangeValues,
  isHourly,
  sameChangeFor,
  useTripChange,
} from "./use-trip-change";
import { useWords } from "../words/use-words";

const SameChangePart = lazy(async () => (await import("./same-change")).default);

/** How many days ahead a trip can be moved. */
const MAX_DAYS_AHEAD = 365;

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
  const [sameChange, setSameChange] = useState<SameChange | null>(null);
  const path = api.reservations[":id"];
  const param = { id: trip.id };
  const calls: ChangeCalls = {
    quote: (json) => read(path["change-quote"].$post({ param, json })),
    change: async (json, sharedChange) => {
      await read(path.$put({ param, json }));
      const otherTripsChange = sameChangeFor(trip, sharedChange);
      if (otherTripsChange) setSameChange(otherTripsChange);
      else onClose(true);
      await router.invalidate();
    },
  };
  if (sameChange)
    return (
      <SameChangePart
        calls={{
          quote: (json) => read(path["same-change"].quote.$post({ param, json })),
          make: (json) => read(path["same-change"].$post({ param, json })),
        }}
        change={sameChange}
        onClose={() => {
          onClose(true);
          void router.invalidate();
        }}
        timeZone={trip.timeZone}
      />
    );
  return (
    <ChangeFields
      api={api}
      calls={calls}
      onClose={() => onClose(false)}
      onStale={() => void router.invalidate()}
      changesPayment={mayChangePayment(trip)}
      trip={trip}
    />
  );
}

/** Whether the rider may change online how a trip is paid: no payment was requested or made. */
function mayChangePayment({ prepayment, paidMinor, order }: Reservation): boolean {
  return !prepayment && paidMinor === 0 && !order;
}

/**
 * Changes a trip: another time, other places, more people, other extras, another note. Shows the new price before
 * anything is sent. `onClose` runs when the form is cancelled; typed text stays while the trip changes.
 */
export function ChangeFields({
  api,
  title,
  flightLabel,
  passengerWords,
  changesPayment: canChangePayment = false,
  onClose,
  renderConcurrentChanges,
  ...change
}: ChangeProps & {
  api: Api;
  /** The heading, if it differs from the rider's. */
  title?: string;
  /** The label of the return flight field. Without it, the field is left out. */
  flightLabel?: string;
  /** Whether it also changes how the trip is paid. */
  changesPayment?: boolean;
  /** Labels of the passenger's fields, if they differ from the rider's. */
  passengerWords?: PassengerWords;
  onClose: () => void;
  /** Shows what others changed on the trip since the form was opened. `onTakeTheirs` discards the typed values. */
  renderConcurrentChanges?: (news: readonly TimelineEntry[], onTakeTheirs: () => void) => ReactNode;
}) {
  const t = useWords();
  const { trip } = change;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form, quote, available, needsPrice, isUnchanged, news, adoptCurrentValues } =
    useTripChange(change);
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
        {available.classes.length > 1 && (
          <SelectField {...form.field("vehicleClassId")} id="change-class" label={t("Car")}>
            {available.classes.map(({ id, name, fareMinor }) => (
              <option key={id} value={id}>
                {`${t.known(name, "name")} · ${formatMoney(fareMinor, trip.currency, t)}`}
              </option>
            ))}
          </SelectField>
        )}
        <ExtrasField
          chosen={form.typed.extras}
          onChosen={(extras) => form.set({ extras })}
          quote={{ extras: available.extras, currency: trip.currency }}
        />
        {trip.serviceType === "airport_pickup" && (
          <GreetingSign entry={form.typed} offeredExtras={available.extras} update={form.set} />
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
        {canChangePayment && (
          <PaymentField
            api={api}
            draft={form.typed}
            error={{ fields: companyBillFaults(form) }}
            update={form.set}
          />
        )}
        <div aria-live="polite">
          {quote && <NewPrice quote={quote} timeZone={trip.timeZone} />}
          {isUnchanged && (
            <p className="text-ink-muted">{t("You haven’t changed anything yet.")}</p>
          )}
        </div>
        {news.length > 0 && renderConcurrentChanges?.(news, adoptCurrentValues)}
        <FieldError id={`${headingId}-failure`}>{form.failure}</FieldError>
        <div className="flex flex-wrap gap-2">
          <Button busy={form.busy} type="submit">
            {needsPrice && !quote ? t("See the new price") : t("Change the trip")}
          </Button>
          <Button disabled={form.busy} onClick={onClose} variant="quiet">
            {t("Keep the trip unchanged")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Returns the errors of the company's fields. */
function companyBillFaults({ fault }: SectionProps["form"]): Record<string, string> {
  return Object.fromEntries(
    ["billTo.costCentreId", "billTo.reference"].flatMap((name) => {
      const words = fault(name);
      return words ? [[name, words]] : [];
    }),
  );
}

interface SectionProps {
  form: ReturnType<typeof useTripChange>["form"];
}

/** Day and time, and the choice between two hours when the clocks go back. */
function MomentFields({ form, timeZone }: SectionProps & { timeZone: string }) {
  const t = useWords();
  const { moment } = form.typed;
  const today = localClock(Date.now(), timeZone).date;
  const change = (to: Partial<ChangeValues["moment"]>) => {
    form.set({ moment: { ...moment, repeatedHour: null, ...to } });
    form.clearFaults(["date", "time"]);
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
      {(form.code === AMBIGUOUS_TIME_CODE || moment.repeatedHour !== null) && (
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
function ChangedPlace({ api, form, end }: SectionProps & { api: Api; end: "from" | "to" }) {
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
      mapStart={null}
      onEntry={(entry) => {
        form.set({ [end]: entry });
        form.clearFaults([id]);
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
  const overlappingTrip = overlaps && {
    number: overlaps.number,
    time: formatMoment(overlaps.pickupAt, timeZone, "time"),
  };
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
      {overlappingTrip && (
        <div className="mt-3">
          <NoticeBanner tone="warning">
            {overlaps.leads === "back"
              ? t(
                  "Your return trip {number} starts at {time}, before you have arrived. Change that trip too.",
                  overlappingTrip,
                )
              : t(
                  "Your outbound trip {number} at {time} will still be under way. Change that trip too.",
                  overlappingTrip,
                )}
          </NoticeBanner>
        </div>
      )}
    </div>
  );
}
