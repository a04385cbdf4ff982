import { fullName } from "../../../src/accounts/name-rules";
import { Phone } from "lucide-react";
import type { Reservation } from "../../../src/reservations/contract";
import { hasDriver } from "../../../src/reservations/rules";
import { Avatar } from "../../ui/avatar";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { Plate } from "../../ui/plate";
import { useWords } from "../../words/use-words";

/** The driver and the car: first name and initial, and the plate to look for. */
export function DriverCard({ trip }: { trip: Reservation }) {
  const t = useWords();
  const { driver, vehicle } = trip;
  if (!driver) return null;
  const name = `${driver.firstName} ${[...driver.lastName][0] ?? ""}`.trim();
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Avatar name={fullName(driver)} />
      <div className="min-w-28 flex-1">
        <h2 className="font-semibold">
          <bdi>
            {name}
            {driver.lastName && "."}
          </bdi>
        </h2>
        {vehicle && (
          <p className="text-ink-muted text-sm">
            {vehicle.color} {vehicle.make} {vehicle.model}
          </p>
        )}
      </div>
      {vehicle && <Plate plate={vehicle.plate} />}
      {driver.phone && hasDriver(trip.state) && (
        <a className={buttonStyle("secondary", "medium", true)} href={`tel:${driver.phone}`}>
          <Phone aria-hidden="true" size={18} />
          {t("Call {name}", { name: driver.firstName })}
        </a>
      )}
    </Card>
  );
}
