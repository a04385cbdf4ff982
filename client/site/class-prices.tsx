import type { ReactNode } from "react";
import type { ClassRates } from "../../src/fares/contract";
import type { PriceList } from "../../src/fares/price-list-contract";
import { Money } from "../ui/money";
import { VehicleArt } from "../ui/vehicle-art";

/** What a ride costs, class by class, as it is worked out. */
export function ClassPrices({ list }: { list: PriceList }) {
  return (
    <ul className="mt-8 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {list.classes.map(({ vehicleClass: { id, name, illustration }, rates, fromMinor }) => (
        <li
          className="min-w-0 rounded-lg border border-line bg-surface-raised p-6 shadow-sm"
          key={id}
        >
          <VehicleArt className="mx-auto w-48" kind={illustration} />
          <h3 className="mt-4 break-words text-lg">{name}</h3>
          <p className="text-ink-muted">
            From{" "}
            <Money className="font-semibold text-ink" currency={list.currency} minor={fromMinor} />
          </p>
          <Rates list={list} rates={rates} />
        </li>
      ))}
    </ul>
  );
}

function Rates({
  list: { currency, distanceUnit },
  rates,
}: {
  list: PriceList;
  rates: ClassRates;
}) {
  const money = (minor: number) => <Money currency={currency} minor={minor} />;
  const { baseMinor, perMinuteMinor, perStopMinor, minimumMinor, perWaitMinuteMinor } = rates;
  const { distanceTiers, hourly } = rates;
  return (
    <dl className="mt-4 divide-y divide-line border-line border-t text-sm">
      <Rate name="Base fare">{money(baseMinor)}</Rate>
      {distanceTiers.map(({ upTo, perDistanceMinor }, at) => (
        <Rate
          key={upTo ?? "on"}
          name={tierName(distanceTiers[at - 1]?.upTo ?? null, upTo, distanceUnit)}
        >
          {money(perDistanceMinor)}
        </Rate>
      ))}
      {perMinuteMinor > 0 && <Rate name="Per minute">{money(perMinuteMinor)}</Rate>}
      {minimumMinor > 0 && <Rate name="At least">{money(minimumMinor)}</Rate>}
      {perStopMinor > 0 && <Rate name="Each stop on the way">{money(perStopMinor)}</Rate>}
      {perWaitMinuteMinor > 0 && (
        <Rate name="Waiting, per minute after the free time">{money(perWaitMinuteMinor)}</Rate>
      )}
      {hourly && (
        <Rate
          detail={
            <>
              {hourly.minimumHours > 1 && `At least ${hourly.minimumHours} hours. `}
              {hourly.distancePerHour !== null && (
                <>
                  {hourly.distancePerHour} {distanceUnit} an hour included, then{" "}
                  {money(hourly.perExtraDistanceMinor)} per {distanceUnit}.
                </>
              )}
            </>
          }
          name="By the hour"
        >
          {money(hourly.perHourMinor)}
        </Rate>
      )}
    </dl>
  );
}

/** "Per km", or of a tier "Per km, 10 to 30 km". */
function tierName(from: number | null, upTo: number | null, unit: string): string {
  if (from === null && upTo === null) return `Per ${unit}`;
  if (from === null) return `Per ${unit}, up to ${upTo} ${unit}`;
  return upTo === null
    ? `Per ${unit}, beyond ${from} ${unit}`
    : `Per ${unit}, ${from} to ${upTo} ${unit}`;
}

function Rate({
  name,
  detail,
  children,
}: {
  name: string;
  detail?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="min-w-0 text-ink-muted">
        {name}
        {detail && <span className="block text-xs">{detail}</span>}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
