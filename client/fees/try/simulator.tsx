import { ChevronRight } from "lucide-react";
import type { ServiceType } from "../../../src/fares/contract";
import { offeredExtras } from "../../../src/fares/rules";
import type { Place } from "../../../src/places/contract";
import type { VehicleClassRecord } from "../../../src/vehicles/contract";
import { read } from "../../api";
import { classNames } from "../../ui/class-names";
import { Combobox } from "../../ui/combobox";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { useOfferedKinds } from "../../ui/offered-kinds";
import { countText, serviceWords } from "../../ui/trip-words";
import { SimulatedPrice } from "./simulated-price";
import { useDraft, useFees } from "../fees-context";
import type { Simulator as SimulatorState, SimulatedEnd } from "./use-simulator";
import { useOffice } from "../../office/calls";

/** Prices a test trip with the draft and with the price list in force, while prices are typed. */
export function Simulator({
  simulator,
  classes,
}: {
  simulator: SimulatorState;
  classes: readonly Pick<VehicleClassRecord, "id" | "passengers">[];
}) {
  const { trip } = simulator;
  const seats = classes.find(({ id }) => id === trip.vehicleClassId)?.passengers;
  return (
    <div className="grid gap-4 text-sm">
      <TripForm simulator={simulator} />
      {seats !== undefined && trip.passengers > seats && (
        <p className="text-warning-ink text-xs">
          {`Too many passengers: this class takes ${countText(seats, "passenger")}.`}
        </p>
      )}
      <SimulatedPrice simulator={simulator} />
    </div>
  );
}

function TripForm({ simulator }: { simulator: SimulatorState }) {
  const { trip, change, examples } = simulator;
  const { world } = useFees();
  const services = useOfferedKinds([trip.serviceType]);
  const schedule = useDraft((state) => state.schedule);
  const extras = offeredExtras(schedule, trip.serviceType);
  const discountedCompanies = world.companies.filter(({ id }) =>
    [...schedule.companyDiscounts, ...schedule.companyRates].some(
      ({ companyId }) => companyId === id,
    ),
  );
  const chosenCount =
    Object.values(trip.extras).reduce((sum, count) => sum + count, 0) +
    (trip.promotionCode ? 1 : 0) +
    (trip.companyId ? 1 : 0);
  return (
    <div className="grid gap-2.5">
      {examples.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {examples.map(({ label, trip: example }) => (
            <button
              className="min-h-7 rounded-full border border-line-strong/60 px-2 text-xs transition hover:border-line-strong hover:bg-surface-sunken pointer-coarse:min-h-11"
              key={label}
              onClick={() => change(example)}
              type="button"
            >
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          dense
          label="Service"
          labelHidden
          onChange={(event) => change({ serviceType: event.target.value as ServiceType })}
          value={trip.serviceType}
        >
          {services.map((service) => (
            <option key={service} value={service}>
              {serviceWords[service]}
            </option>
          ))}
        </SelectField>
        <SelectField
          dense
          label="Class"
          labelHidden
          onChange={(event) => change({ vehicleClassId: event.target.value })}
          value={trip.vehicleClassId}
        >
          {world.vehicleClasses
            .filter(({ active }) => active)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      </div>
      <EndField end={trip.pickup} label="Pickup" onEnd={(pickup) => change({ pickup })} />
      <EndField end={trip.dropoff} label="Drop-off" onEnd={(dropoff) => change({ dropoff })} />
      <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-2 pointer-coarse:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField
          dense
          label="Date"
          labelHidden
          onChange={(event) => event.target.value && change({ date: event.target.value })}
          type="date"
          value={trip.date}
        />
        <TextField
          dense
          label="Time"
          labelHidden
          onChange={(event) => event.target.value && change({ time: event.target.value })}
          type="time"
          value={trip.time}
        />
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <CountField
          label="Stops"
          min={0}
          max={8}
          onValue={(stops) => change({ stops })}
          value={trip.stops}
        />
        <CountField
          label="Passengers"
          min={1}
          max={60}
          onValue={(passengers) => change({ passengers })}
          value={trip.passengers}
        />
        {trip.serviceType === "hourly" && (
          <CountField
            label="Hours"
            min={1}
            max={72}
            onValue={(hours) => change({ hours })}
            value={trip.hours}
          />
        )}
      </div>
      {(extras.length > 0 || schedule.promotions.length > 0 || discountedCompanies.length > 0) && (
        <details>
          <summary className="flex min-h-8 items-center gap-2 text-ink-muted text-xs hover:text-ink pointer-coarse:min-h-11">
            <ChevronRight aria-hidden="true" className="disclosure" size={14} />
            Extras and discounts
            {chosenCount > 0 && <span className="text-accent-text">{`${chosenCount} chosen`}</span>}
          </summary>
          <div className="mt-1 grid gap-1.5">
            {extras.map(({ id, name, maxQuantity }) => (
              <CountField
                key={id}
                label={name}
                min={0}
                max={maxQuantity}
                onValue={(count) => change({ extras: { ...trip.extras, [id]: count } })}
                value={trip.extras[id] ?? 0}
                isWide
              />
            ))}
            {schedule.promotions.length > 0 && (
              <SelectField
                dense
                label="Promotion"
                labelHidden
                onChange={(event) => change({ promotionCode: event.target.value })}
                value={trip.promotionCode}
              >
                <option value="">No promotion</option>
                {[...new Set(schedule.promotions.map(({ code }) => code))].map((code) => (
                  <option key={code} value={code}>
                    {code}
                  </option>
                ))}
              </SelectField>
            )}
            {discountedCompanies.length > 0 && (
              <SelectField
                dense
                label="Company"
                labelHidden
                onChange={(event) => change({ companyId: event.target.value })}
                value={trip.companyId}
              >
                <option value="">No company</option>
                {discountedCompanies.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        </details>
      )}
    </div>
  );
}

/** A small number field beside its label. */
function CountField({
  label,
  value,
  min,
  max,
  onValue,
  isWide,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  onValue: (value: number) => void;
  isWide?: boolean;
}) {
  return (
    <label className={classNames("flex items-center gap-2", isWide && "justify-between")}>
      <span className="min-w-0 truncate text-ink-muted text-xs">{label}</span>
      <input
        className="control control-dense count-field"
        max={max}
        min={min}
        onChange={(event) => {
          const typed = Math.trunc(event.target.valueAsNumber);
          if (typed >= min) onValue(Math.min(max, typed));
        }}
        type="number"
        value={value}
      />
    </label>
  );
}

function EndField({
  label,
  end,
  onEnd,
}: {
  label: string;
  end: SimulatedEnd;
  onEnd: (end: SimulatedEnd) => void;
}) {
  const { api } = useOffice();
  return (
    <Combobox<Place>
      dense
      label={label}
      labelHidden
      onSelect={(place) => onEnd({ text: place.name, place })}
      onText={(text) => onEnd({ text, place: null })}
      optionDetail={({ iata, detail }) => [iata, detail].filter(Boolean).join(" · ")}
      optionKey={({ id }) => id}
      optionText={({ name }) => name}
      placeholder={label}
      search={async (q) => (await read(api.places.$get({ query: { q } }))).places}
      text={end.text}
    />
  );
}
