/** Who hears of a trip: the rider who books it, and a passenger who is somebody else. */
import type { CompanyContact } from "../companies/contract";
import type { DriverNewsRecipient, PassengerInput } from "./contract";

/** Said of a passenger who is to be told and has no contact. */
export const NO_CONTACT_TEXT =
  "Enter a phone number or an e-mail address, or choose not to contact the passenger.";

/** Said of one whose phone is in a country that gets no text messages, and who has no e-mail address. */
export const NO_SMS_TEXT =
  "We can’t send text messages to this country. Enter an e-mail address, or choose not to contact the passenger.";

/** Whether a passenger should get messages about the driver but has no contact. */
export function lacksContact({ driverNewsTo, passengerPhone, passengerEmail }: PassengerInput) {
  return driverNewsTo !== "rider" && !passengerPhone?.trim() && !passengerEmail?.trim();
}

type ReachableContacts = { passengerPhone: string | null; passengerEmail: string | null };

/** The contacts of a passenger who is told themselves; null where the rider hears of everything. */
export function passengerContacts(
  trip: ReachableContacts & { driverNewsTo: DriverNewsRecipient },
  rider: { email: string | null; phone: string | null } | null,
): { email: string | null; phone: string | null } | null {
  const email = trip.passengerEmail;
  // The rider's own inbox: nothing comes twice.
  if (!rider || trip.driverNewsTo === "rider" || (email !== null && email === rider.email))
    return null;
  const phone = trip.passengerPhone === rider.phone ? null : trip.passengerPhone;
  return email === null && phone === null ? null : { email, phone };
}

/** Messages about the driver: of them one of the trip's people is told, or both. */
const driverNewsKinds = ["reminder", "driver_assigned", "driver_on_the_way", "driver_arrived"];
/** What a passenger is told besides. */
const rideNewsKinds = ["booking_confirmed", "booking_changed", "booking_cancelled"];

/** Whether the rider hears of a message of this kind, where the passenger is told themselves. */
export function isForRider(kind: string | undefined, driverNewsTo: DriverNewsRecipient): boolean {
  return driverNewsTo !== "passenger" || !driverNewsKinds.includes(kind ?? "");
}

/** Whether a passenger hears of a message of this kind: nothing of prices and payments. */
export function isForPassenger(kind: string): boolean {
  return driverNewsKinds.includes(kind) || rideNewsKinds.includes(kind);
}

const topicByKind: Record<string, CompanyContact["gets"][number]> = {
  booking_confirmed: "confirmations",
  booking_changed: "changes",
  booking_cancelled: "changes",
  receipt: "receipts",
};

/** By which choice the contacts of a company get a copy of a message; undefined where they never do. */
export const copyTopicOf = (kind: string) => topicByKind[kind];

/** Whether the passenger is reached otherwise than before: then it is somebody else. */
export function isOtherPassenger(before: ReachableContacts, after: ReachableContacts): boolean {
  return (
    before.passengerPhone !== after.passengerPhone || before.passengerEmail !== after.passengerEmail
  );
}

type Ride = { pickupAt: number; pickupName: string; dropoffName: string; stops: unknown };

/** Whether the time or the route of a trip is another than before. */
export function isOtherRide(before: Ride, after: Ride): boolean {
  const of = ({ pickupAt, pickupName, dropoffName, stops }: Ride) =>
    JSON.stringify([pickupAt, pickupName, dropoffName, stops]);
  return of(before) !== of(after);
}

/** What a rider typed, a place or a name, so that no phone or calendar makes a link of it for somebody else. */
export const withoutAutoLinks = (typed: string): string =>
  typed.replace(/(?<=\S)[.:/@](?=\S)/g, "$& ");
