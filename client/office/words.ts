/** The texts used on several dispatch screens. */
import { plateText } from "../ui/plate-text";
import { fullName } from "../../src/accounts/name-rules";
import type { ReservationRow } from "../../src/reservations/contract";

/** Returns a driver's first and last name. */
export function driverName(driver: { firstName: string; lastName: string }): string {
  return fullName(driver);
}

/** Returns the first name and an initial, for a narrow place: "Eric N." */
export function shortDriverName(driver: { firstName: string; lastName: string }): string {
  const initial = [...driver.lastName.trim()][0];
  return initial ? `${driver.firstName} ${initial}.` : driver.firstName;
}

/** Returns a vehicle's name: "Toyota RAV4, RAD 123 B". */
export function vehicleName(vehicle: { make: string; model: string; plate: string }): string {
  return `${vehicle.make} ${vehicle.model}, ${plateText(vehicle.plate)}`;
}

/** Returns the text shown in place of a drop-off, for a trip that has none. Riders see another text. */
export function missingDropoffText({
  serviceType,
  hours,
}: {
  serviceType: ReservationRow["serviceType"];
  hours: number | null;
}): string {
  if (serviceType === "roadside_assistance") return "Help on the spot";
  if (serviceType === "interpreter") return "The interpreter meets the rider at the drop-off";
  return hours === 1 ? "By the hour, for 1 hour" : `By the hour, for ${hours ?? 0} hours`;
}

const MINUTE_MS = 60_000;

/**
 * Returns the time from `now` to `pickupAt` (both ms UTC): "in 25 min", "in 3 h", "now", "12 min late", "when called".
 * Null when it is more than twelve hours away, or past for a trip that needs no action.
 */
export function timeUntilPickup(
  row: Pick<ReservationRow, "state" | "pickupAt" | "willCall">,
  now: number,
): { text: string; isLate: boolean; isSoon: boolean } | null {
  const minutes = Math.round((Date.parse(row.pickupAt) - now) / MINUTE_MS);
  if (row.willCall && awaitsPickup(row))
    return { text: "when called", isLate: false, isSoon: false };
  if (!awaitsPickup(row) || Math.abs(minutes) > 12 * 60) return null;
  if (minutes === 0) return { text: "now", isLate: false, isSoon: true };
  const minutesAway = Math.abs(minutes);
  const text = minutesAway < 60 ? `${minutesAway} min` : `${Math.round(minutesAway / 60)} h`;
  return minutes < 0
    ? { text: `${text} late`, isLate: true, isSoon: true }
    : { text: `in ${text}`, isLate: false, isSoon: minutes <= 60 };
}

/** Returns how long ago something was, in the largest unit: "12 min", "3 h", "2 days". */
export function ageText(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** Whether the driver has not arrived at the pickup yet and the trip still takes place. */
function awaitsPickup({ state }: Pick<ReservationRow, "state">): boolean {
  return ["pending", "confirmed", "offered", "assigned", "en_route"].includes(state);
}

/** The labels of a passenger's fields where dispatch types them. */
export const passengerWords = {
  both: "Also tell the person who booked about the driver",
  sameLanguage: "Same as the person who booked",
};
