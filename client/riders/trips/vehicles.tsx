import { plateText } from "../../ui/plate-text";
import { Link } from "@tanstack/react-router";
import type { Reservation } from "../../../src/reservations/contract";
import { Card } from "../../ui/card";
import { classNames } from "../../ui/class-names";
import { Money } from "../../ui/money";
import { StateBadge } from "../../ui/state-badge";
import { useWords } from "../../words/use-words";

/** All vehicles of a booking, what each carries and costs, and their total. */
export default function Vehicles({ trip }: { trip: Reservation }) {
  const t = useWords();
  const { vehicles = [], currency } = trip;
  const totalMinor = vehicles.reduce((sum, { costMinor }) => sum + costMinor, 0);
  return (
    <Card>
      <ul className="-mt-2 divide-y divide-line">
        {vehicles.map((one, at) => (
          <li
            className={classNames(
              // The link is tall enough for a finger, so no space is needed above it.
              "flex flex-wrap items-center justify-between gap-x-4 pb-2",
              one.id === trip.id && "border-accent border-s-2 ps-3",
            )}
            key={one.id}
          >
            <Link
              aria-current={one.id === trip.id ? "page" : undefined}
              className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
              params={{ id: one.id }}
              to="/trips/$id"
            >
              {`${at + 1}. ${t.known(one.vehicleClass.name, "name")}`}
            </Link>
            <StateBadge late={one.isLateCancellation} state={one.state} viewer="rider" />
            <span className="flex w-full flex-wrap justify-between gap-x-4 text-ink-muted text-sm">
              <span>
                {t.list([
                  t("Trip {number}", { number: one.number }),
                  t.count(one.passengers, "{n} passenger", "{n} passengers"),
                  one.driver?.name,
                  one.vehicle && plateText(one.vehicle.plate),
                ])}
              </span>
              {!trip.onRequest && <Money currency={currency} minor={one.costMinor} />}
            </span>
          </li>
        ))}
      </ul>
      {!trip.onRequest && (
        <p className="flex justify-between gap-4 border-line border-t pt-3 font-semibold">
          {t("Total")}
          <Money currency={currency} minor={totalMinor} />
        </p>
      )}
    </Card>
  );
}
