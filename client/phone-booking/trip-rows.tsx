import { Plus, X } from "lucide-react";
import type { Place } from "../../src/places/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import {
  type BookingDraft,
  bookingKinds,
  destinationRequirement,
  MAX_STOPS,
  serviceTypeOf,
  totalMinorOf,
} from "../booking/draft";
import { ServiceFields } from "../booking/fields/service-fields";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { formatMoney } from "../ui/money";
import { SelectField } from "../ui/select-field";
import { TextField } from "../ui/text-field";
import type { FieldName, Faults } from "./draft";
import { PlaceRow } from "./place-row";
import { rowClass } from "./row";
import { useIsOffered } from "../use-is-offered";

const kindWords: Record<BookingDraft["kind"], string> = {
  one_way: "Transfer, including airports",
  hourly: "By the hour",
  home_care: "Home care",
  roadside_assistance: "Roadside assistance",
  interpreter: "Interpreter",
};

const unfitWords = {
  passengers: "not enough seats",
  luggage: "not enough room for bags",
  mobility: "not for this passenger",
  service: "not for this service",
  extras: "without this extra",
} as const;

type ChangeDraft = (change: Partial<BookingDraft>) => void;

/** The fields for pickup, drop-off and stops. */
export function PlaceRows({
  trip,
  savedPlaces,
  faults,
  update,
  onDone,
}: {
  trip: BookingDraft;
  savedPlaces: readonly Place[];
  faults: Faults;
  update: (change: (trip: BookingDraft) => Partial<BookingDraft>) => void;
  onDone: (box: HTMLElement) => void;
}) {
  const dropoffRequirement = destinationRequirement(trip);
  return (
    <>
      <PlaceRow
        entry={trip.from}
        error={faults.from}
        id="from"
        label="Pickup"
        onDone={onDone}
        onEntry={(from) => update(() => ({ from }))}
        savedPlaces={savedPlaces}
      />
      {dropoffRequirement === "always" &&
        trip.stops.map(({ key, ...entry }, at) => (
          <div className="relative" key={key}>
            <PlaceRow
              entry={entry}
              error={entry.place ? undefined : faults.stops}
              id={`stop-${key}`}
              label={trip.stops.length > 1 ? `Stop ${at + 1}` : "Stop"}
              onDone={onDone}
              onEntry={(changedEntry) =>
                update(({ stops }) => ({
                  stops: stops.map((stop) => (stop.key === key ? { ...changedEntry, key } : stop)),
                }))
              }
              savedPlaces={savedPlaces}
            />
            <IconButton
              className="absolute end-0 top-0 max-sm:-top-2"
              dense
              icon={<X aria-hidden="true" size={16} />}
              label={`Remove stop ${at + 1}`}
              onClick={() => update(({ stops }) => ({ stops: stops.filter((s) => s.key !== key) }))}
              tabIndex={-1}
            />
          </div>
        ))}
      {dropoffRequirement !== "never" && (
        <PlaceRow
          entry={trip.to}
          error={faults.to}
          id="to"
          label="Drop-off"
          onDone={onDone}
          onEntry={(to) => update(() => ({ to }))}
          optional={dropoffRequirement === "maybe"}
          savedPlaces={savedPlaces}
        />
      )}
      {dropoffRequirement === "always" && trip.stops.length < MAX_STOPS && (
        <Button
          className="justify-self-start sm:ms-32"
          icon={<Plus aria-hidden="true" size={16} />}
          onClick={() => {
            const key = crypto.randomUUID();
            update(({ stops }) => ({ stops: [...stops, { key, text: "", place: null }] }));
            requestAnimationFrame(() => document.getElementById(`stop-${key}`)?.focus());
          }}
          size="small"
          tabIndex={-1}
          variant="quiet"
        >
          Add stop
        </Button>
      )}
    </>
  );
}

/** The fields for service, passengers and class, and the fields of the service. */
export function RideRows({
  trip,
  quote,
  faults,
  update,
}: {
  trip: BookingDraft;
  quote: QuoteAnswer | null;
  faults: Faults;
  update: ChangeDraft;
}) {
  const clampCount = (text: string, min: number) => Math.min(60, Math.max(min, Number(text) || 0));
  const fault = (["vehicle", "trouble", "languages", "flightNumber"] as const)
    .map((field) => ({ field: field as FieldName, words: faults[field] }))
    .find(({ words }) => words !== undefined);
  const serviceType = serviceTypeOf(trip);
  const isOffered = useIsOffered();
  return (
    <>
      <SelectField
        className={rowClass}
        dense
        label="Service"
        name="kind"
        onChange={({ target: { value } }) =>
          update({ kind: bookingKinds.find((kind) => kind === value) ?? "one_way" })
        }
        value={trip.kind}
      >
        {bookingKinds
          .filter((kind) => isOffered(kind) || kind === trip.kind)
          .map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
      </SelectField>
      {trip.kind === "hourly" && (
        <TextField
          className={rowClass}
          dense
          error={faults.hours}
          id="hours"
          inputMode="decimal"
          label="Hours"
          max={72}
          min={0.5}
          name="hours"
          onChange={({ target: { value } }) =>
            update({ hours: Math.min(72, Number(value) || 0.5) })
          }
          step={0.5}
          type="number"
          value={trip.hours}
        />
      )}
      {trip.kind === "interpreter" && (
        <SelectField
          className={rowClass}
          dense
          label="Interpreter"
          name="meeting"
          onChange={({ target: { value } }) =>
            update({ meeting: value === "meets_there" ? "meets_there" : "rides_along" })
          }
          value={trip.meeting}
        >
          <option value="rides_along">Rides along</option>
          <option value="meets_there">Meets the rider at the drop-off</option>
        </SelectField>
      )}
      {serviceType !== "point_to_point" && serviceType !== "hourly" && (
        <div className="sm:ms-32 sm:[&_.control]:min-h-9 sm:[&_.control]:py-1.5 sm:[&_.control]:text-sm">
          <ServiceFields
            draft={trip}
            flightHint="The driver sees the flight number."
            fault={fault?.words ? { field: fault.field, words: fault.words } : null}
            update={update}
          />
        </div>
      )}
      {serviceType === "airport_pickup" && (
        <TextField
          autoComplete="off"
          className={rowClass}
          dense
          label="Name on the sign"
          maxLength={80}
          name="greetingSign"
          onChange={({ target: { value } }) => update({ greetingSign: value })}
          optional
          value={trip.greetingSign}
        />
      )}
      <div className="grid grid-cols-2 gap-4 sm:ms-32">
        {trip.kind !== "home_care" && (
          <TextField
            dense
            inputMode="numeric"
            label="Passengers"
            max={60}
            min={1}
            name="passengers"
            onChange={({ target: { value } }) => update({ passengers: clampCount(value, 1) })}
            type="number"
            value={trip.passengers}
          />
        )}
        <TextField
          dense
          inputMode="numeric"
          label="Bags"
          max={60}
          min={0}
          name="luggage"
          onChange={({ target: { value } }) => update({ luggage: clampCount(value, 0) })}
          type="number"
          value={trip.luggage}
        />
      </div>
      <SelectField
        className={rowClass}
        dense
        disabled={quote === null}
        error={faults.class}
        id="class"
        label="Class"
        name="class"
        onChange={({ target: { value } }) => update({ vehicleClassId: value || null })}
        value={trip.vehicleClassId ?? ""}
      >
        {!quote && (
          <option value={trip.vehicleClassId ?? ""}>Choose a class after the price appears</option>
        )}
        {quote && trip.vehicleClassId === null && <option value="">Choose one</option>}
        {quote?.options.map((option) => (
          <option key={option.vehicleClass.id} value={option.vehicleClass.id}>
            {quote.onRequest
              ? option.vehicleClass.name
              : `${option.vehicleClass.name} · ${formatMoney(totalMinorOf(quote, option), quote.currency)}`}
          </option>
        ))}
        {quote?.unfit.map(({ vehicleClass, lacks }) => (
          <option disabled key={vehicleClass.id} value={vehicleClass.id}>
            {vehicleClass.name}: {unfitWords[lacks]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
