import { plateText } from "../ui/plate-text";
import { Link } from "@tanstack/react-router";
import type { Reservation } from "../../src/reservations/contract";
import { Part, usePartsLocation } from "../office/panel-part";
import { buttonStyle } from "../ui/button-style";
import { classNames } from "../ui/class-names";
import { formatMoney } from "../ui/money";
import { PlainLink } from "../ui/plain-link";
import { StateBadge } from "../ui/state-badge";
import { countText } from "../ui/trip-words";

const linkStyle =
  "block w-fit font-medium text-accent-text underline-offset-4 hover:underline pointer-coarse:py-2.5";

/** The vehicles of one booking, each a reservation, with their total. */
export default function TripVehicles({
  reservation: { id, currency, order },
  vehicles,
}: {
  reservation: Reservation;
  vehicles: NonNullable<Reservation["vehicles"]>;
}) {
  const isFullPage = usePartsLocation() === "page";
  const sum = (of: (one: (typeof vehicles)[number]) => number) =>
    formatMoney(
      vehicles.reduce((all, one) => all + of(one), 0),
      currency,
    );
  return (
    <Part title="Vehicles">
      <ul className="divide-y divide-line">
        {vehicles.map((one) => (
          <li
            aria-current={one.id === id ? "true" : undefined}
            className={classNames(
              "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-s-2 py-1.5 ps-2",
              one.id === id ? "border-s-accent" : "border-s-transparent",
            )}
            key={one.id}
          >
            <VehicleLink id={one.id} isFullPage={isFullPage}>
              {`${one.number}, ${one.vehicleClass.name}`}
            </VehicleLink>
            <StateBadge late={one.isLateCancellation} state={one.state} />
            <span className="text-ink-muted">
              {[
                countText(one.passengers, "passenger"),
                countText(one.luggage, "bag"),
                one.driver?.name,
                one.vehicle && plateText(one.vehicle.plate),
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
            <span className="text-end tabular-nums">{formatMoney(one.costMinor, currency)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex justify-between gap-3 border-line border-t pt-2 font-medium">
        <span>{`Total (${sum(({ dueMinor }) => Math.max(0, dueMinor))} due)`}</span>
        <span className="tabular-nums">{sum(({ costMinor }) => costMinor)}</span>
      </p>
      {order && (
        <PlainLink
          className={classNames(buttonStyle("secondary", "small"), "mt-3")}
          href={`/dispatch/dashboard/reservation?order=${order.id}&range=all&state=all`}
        >
          Show all vehicles
        </PlainLink>
      )}
    </Part>
  );
}

/** A link to another vehicle: to its page, or beside the board to its details. */
function VehicleLink({
  id,
  isFullPage,
  children,
}: {
  id: string;
  isFullPage: boolean;
  children: string;
}) {
  if (isFullPage)
    return (
      <PlainLink className={linkStyle} href={`/dispatch/dashboard/reservation/${id}`}>
        {children}
      </PlainLink>
    );
  return (
    <Link
      className={linkStyle}
      from="/dispatch/dashboard/reservation"
      resetScroll={false}
      search={(old) => ({ ...old, open: id })}
      to="/dispatch/dashboard/reservation"
    >
      {children}
    </Link>
  );
}
