import { ChevronRight } from "lucide-react";
import { useMemo } from "react";
import type { PromotionRefusal, ServiceType } from "../../../src/fares/contract";
import { englishReader } from "../../../src/fares/line-words";
import { fareLineWords } from "../../../src/fares/line-words";
import { countsTowardsTotal } from "../../../src/fares/money-rules";
import { offeredExtras } from "../../../src/fares/rules";
import type { Place } from "../../../src/places/contract";
import type { VehicleClassRecord } from "../../../src/vehicles/contract";
import { read } from "../../api";
import { writeMoney } from "../../../src/settings/money-rules";
import { classNames } from "../../ui/class-names";
import { Combobox } from "../../ui/combobox";
import { formatDistance, formatDuration } from "../../ui/measure";
import { formatMoney } from "../../ui/money";
import { NoticeBanner } from "../../ui/notice-banner";
import { SelectField } from "../../ui/select-field";
import { Skeleton } from "../../ui/skeleton";
import { TextField } from "../../ui/text-field";
import { useOfferedKinds } from "../../ui/offered-kinds";
import { countText, serviceWords } from "../../ui/trip-words";
import { comparedLines, type SimulatedFare, simulatedFare } from "./compared-fares";
import { useDraft, useFees } from "../fees-context";
import type { Simulator as SimulatorState, SimulatedEnd } from "./use-simulator";
import { useOffice } from "../../office/calls";

/** The test trip's price in the draft and in the price list in force. */
export function useSimulatedFares(simulator: SimulatorState) {
  const { reference } = useFees();
  const schedule = useDraft((state) => state.schedule);
  return useMemo(
    () => ({
      before: simulatedFare(reference, simulator),
      after: simulatedFare(schedule, simulator),
    }),
    [reference, schedule, simulator],
  );
}

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
          Too many passengers: this class takes {countText(seats, "passenger")}.
        </p>
      )}
      <Outcome simulator={simulator} />
    </div>
  );
}

function TripForm({ simulator }: { simulator: SimulatorState }) {
  const { trip, change, examples } = simulator;
  const { world } = useFees();
  const services = useOfferedKinds([trip.serviceType]);
  const schedule = useDraft((state) => state.schedule);
  const offered = offeredExtras(schedule, trip.serviceType);
  const discountedCompanies = world.companies.filter(({ id }) =>
    [...schedule.companyDiscounts, ...schedule.companyRates].some(
      ({ companyId }) => companyId === id,
    ),
  );
  const chosen =
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
      <End end={trip.pickup} label="Pickup" onEnd={(pickup) => change({ pickup })} />
      <End end={trip.dropoff} label="Drop-off" onEnd={(dropoff) => change({ dropoff })} />
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
        <Count
          label="Stops"
          least={0}
          most={8}
          onValue={(stops) => change({ stops })}
          value={trip.stops}
        />
        <Count
          label="Passengers"
          least={1}
          most={60}
          onValue={(passengers) => change({ passengers })}
          value={trip.passengers}
        />
        {trip.serviceType === "hourly" && (
          <Count
            label="Hours"
            least={1}
            most={72}
            onValue={(hours) => change({ hours })}
            value={trip.hours}
          />
        )}
      </div>
      {(offered.length > 0 || schedule.promotions.length > 0 || discountedCompanies.length > 0) && (
        <details>
          <summary className="flex min-h-8 items-center gap-2 text-ink-muted text-xs hover:text-ink pointer-coarse:min-h-11">
            <ChevronRight aria-hidden="true" className="disclosure" size={14} />
            Extras and discounts
            {chosen > 0 && <span className="text-accent-text">{chosen} chosen</span>}
          </summary>
          <div className="mt-1 grid gap-1.5">
            {offered.map(({ id, name, maxQuantity }) => (
              <Count
                key={id}
                label={name}
                least={0}
                most={maxQuantity}
                onValue={(count) => change({ extras: { ...trip.extras, [id]: count } })}
                value={trip.extras[id] ?? 0}
                wide
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
function Count({
  label,
  value,
  least,
  most,
  onValue,
  wide,
}: {
  label: string;
  value: number;
  least: number;
  most: number;
  onValue: (value: number) => void;
  wide?: boolean;
}) {
  return (
    <label className={classNames("flex items-center gap-2", wide && "justify-between")}>
      <span className="min-w-0 truncate text-ink-muted text-xs">{label}</span>
      <input
        className="control control-dense count-field"
        max={most}
        min={least}
        onChange={(event) => {
          const typed = Math.trunc(event.target.valueAsNumber);
          if (typed >= least) onValue(Math.min(most, typed));
        }}
        type="number"
        value={value}
      />
    </label>
  );
}

function End({
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

/** Why a code does not lower the price. */
const refusals: Record<PromotionRefusal, string> = {
  unknown: "This code does not exist in this price list.",
  not_started: "This code is not valid yet.",
  expired: "This code has expired.",
  used_up: "This code is used up.",
  used_by_rider: "The rider has already used this code.",
  wrong_service: "This code is not valid for this service.",
  wrong_class: "This code is not valid for this class.",
  at_minimum: "The price is already at the code’s minimum.",
};

function Outcome({ simulator }: { simulator: SimulatorState }) {
  const { trip, facts, failure, isLoading } = simulator;
  const { names } = useFees();
  const { currency, distanceUnit } = useDraft((state) => state.schedule);
  const { before, after } = useSimulatedFares(simulator);
  const className = names.vehicleClass(trip.vehicleClassId);
  if (failure) return <NoticeBanner tone="warning">{failure}</NoticeBanner>;
  if (!facts)
    return isLoading ? (
      <div className="grid gap-2">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-full" />
      </div>
    ) : (
      <p className="text-ink-muted">Choose a pickup and a drop-off.</p>
    );
  const refusal = trip.promotionCode ? after?.promotion : null;
  return (
    <div aria-busy={isLoading || undefined} className="border-line border-t pt-3">
      {after && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold text-lg tabular-nums">
            {formatMoney(after.totalMinor, currency)}
          </span>
          <span
            className={
              after.totalMinor === before?.totalMinor ? "text-ink-muted" : "text-accent-text"
            }
            role="status"
          >
            {differenceWords(before, after, currency)}
          </span>
        </p>
      )}
      <p className="mb-3 text-ink-muted text-xs">
        {formatDistance(facts.distanceMeters, distanceUnit)},{" "}
        {formatDuration(facts.durationSeconds)}
        {facts.estimate && ", estimate"}
        {facts.pickup.zoneIds[0] && `, from ${names.zone(facts.pickup.zoneIds[0])}`}
        {facts.dropoff.zoneIds[0] && ` to ${names.zone(facts.dropoff.zoneIds[0])}`}
      </p>
      {before || after ? (
        <FareTable after={after} before={before} currency={currency} />
      ) : (
        <p className="text-ink-muted">{className} is not available for this trip.</p>
      )}
      {refusal && <p className="mt-2 text-warning-ink text-xs">{refusals[refusal]}</p>}
    </div>
  );
}

function FareTable({
  before,
  after,
  currency,
}: {
  before: SimulatedFare | null;
  after: SimulatedFare | null;
  currency: string;
}) {
  const lines = comparedLines(before?.lines ?? [], after?.lines ?? []);
  const figure = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? "–" : writeMoney(minor, currency);
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">Price in force and in the draft, {currency}</caption>
      <thead>
        <tr className="text-ink-muted text-xs">
          <th className="pb-1.5 text-start font-medium" scope="col">
            {currency}
          </th>
          <th className="pb-1.5 ps-2 text-end font-medium" scope="col">
            <span className="whitespace-nowrap">In force</span>
          </th>
          <th className="pb-1.5 ps-2 text-end font-medium" scope="col">
            Draft
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, before: inForce, after: draftMinor }, at) => {
          const differs = inForce !== draftMinor;
          const { label, detail } = fareLineWords(line, englishReader(currency));
          return (
            <tr
              className="border-line border-t align-baseline"
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be named the same
              key={at}
            >
              <th className="py-1.5 text-start font-normal" scope="row">
                {label}
                {detail && <span className="block text-ink-muted text-xs">{detail}</span>}
              </th>
              <td className="py-1.5 ps-2 text-end text-ink-muted">{figure(inForce)}</td>
              <td
                className={classNames(
                  "py-1.5 ps-2 text-end",
                  differs
                    ? "font-medium text-accent-text"
                    : !countsTowardsTotal(line) && "text-ink-muted",
                )}
              >
                {figure(draftMinor)}
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr className="border-line-strong border-t font-semibold">
          <th className="py-2 text-start" scope="row">
            Total
          </th>
          <td className="py-2 ps-2 text-end text-ink-muted">{figure(before?.totalMinor)}</td>
          <td className="py-2 ps-2 text-end">{figure(after?.totalMinor)}</td>
        </tr>
        <tr className="border-line border-t text-ink-muted text-xs">
          <th className="py-1.5 text-start font-normal" scope="row">
            The driver earns
          </th>
          <td className="py-1.5 ps-2 text-end">{figure(before?.payMinor)}</td>
          <td className="py-1.5 ps-2 text-end">{figure(after?.payMinor)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** "RWF 1,200 more (+8.2 %)". */
export function differenceWords(
  before: SimulatedFare | null,
  after: SimulatedFare | null,
  currency: string,
): string {
  if (!before && !after) return "Not available";
  if (!before) return "Only the draft has a price for this trip.";
  if (!after) return "The draft no longer has a price for this trip.";
  const difference = after.totalMinor - before.totalMinor;
  if (difference === 0) return "Same price.";
  const share = before.totalMinor > 0 ? (difference / before.totalMinor) * 100 : null;
  const percent =
    share === null ? "" : ` (${share > 0 ? "+" : "−"}${Math.abs(share).toFixed(1)} %)`;
  return `${formatMoney(Math.abs(difference), currency)} ${difference > 0 ? "more" : "less"}${percent}`;
}
