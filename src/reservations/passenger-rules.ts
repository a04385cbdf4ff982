/** Decides who gets messages about a trip: the rider who booked it, and a passenger who is somebody else. */
import type { CompanyContact } from "../companies/contract";
import type { DriverNewsRecipient, PassengerInput } from "./contract";

/** The error if a passenger should get messages but has no contact. */
export const NO_CONTACT_TEXT =
  "Enter a phone number or an e-mail address, or choose not to contact the passenger.";

/**
 * The error if the passenger's phone is in a country to which no text messages are sent, and there is no e-mail
 * address.
 */
export const NO_SMS_TEXT =
  "We can’t send text messages to this country. Enter an e-mail address, or choose not to contact the passenger.";

/** Whether a passenger should get messages about the driver but has no contact. */
export function lacksContact({ driverNewsTo, passengerPhone, passengerEmail }: PassengerInput) {
  return driverNewsTo !== "rider" && !passengerPhone?.trim() && !passengerEmail?.trim();
}

type ReachableContacts = { passengerPhone: string | null; passengerEmail: string | null };

/** Returns the contacts of a passenger who gets messages. Null if the rider gets all of them. */
export function passengerContacts(
  trip: ReachableContacts & { driverNewsTo: DriverNewsRecipient },
  rider: { email: string | null; phone: string | null } | null,
): { email: string | null; phone: string | null } | null {
  const email = trip.passengerEmail;
  // The passenger has the rider's e-mail address. Nobody should get a message twice.
  if (!rider || trip.driverNewsTo === "rider" || (email !== null && email === rider.email))
    return null;
  const phone = trip.passengerPhone === rider.phone ? null : trip.passengerPhone;
  return email === null && phone === null ? null : { email, phone };
}

/** Kinds of messages about the driver, sent to the rider, the passenger or both. */
const driverNewsKinds = ["reminder", "driver_assigned", "driver_on_the_way", "driver_arrived"];
/** Kinds of messages that a passenger gets as well. */
const rideNewsKinds = ["booking_confirmed", "booking_changed", "booking_cancelled"];

/** Whether the rider gets messages of this kind, if the passenger gets messages too. */
export function isForRider(kind: string | undefined, driverNewsTo: DriverNewsRecipient): boolean {
  return driverNewsTo !== "passenger" || !driverNewsKinds.includes(kind ?? "");
}

/** Whether a passenger gets messages of this kind. They get none about prices or payments. */
export function isForPassenger(kind: string): boolean {
  return driverNewsKinds.includes(kind) || rideNewsKinds.includes(kind);
}

const topicByKind: Record<string, CompanyContact["gets"][number]> = {
  booking_confirmed: "confirmations",
  booking_changed: "changes",
  booking_cancelled: "changes",
  receipt: "receipts",
};

/** Returns the choice with which contacts of a company get a copy of a message. Undefined if they never do. */
export const copyTopicOf = (kind: string) => topicByKind[kind];

/** Whether the passenger's contacts have changed. If so, it counts as another passenger. */
export function isOtherPassenger(before: ReachableContacts, after: ReachableContacts): boolean {
  return (
    before.passengerPhone !== after.passengerPhone || before.passengerEmail !== after.passengerEmail
  );
}

type Ride = { pickupAt: number; pickupName: string; dropoffName: string; stops: unknown };

/** Whether the time or the route of a trip has changed. */
export function isOtherRide(before: Ride, after: Ride): boolean {
  const of = ({ pickupAt, pickupName, dropoffName, stops }: Ride) =>
    JSON.stringify([pickupAt, pickupName, dropoffName, stops]);
  return of(before) !== of(after);
}

/**
 * Returns a typed text, such as a place or a name, in a form that no phone or calendar turns into a link for somebody
 * else.
 */
export const withoutAutoLinks = (typed: string): string =>
  typed.replace(/(?<=\S)[.:/@](?=\S)/g, "$& ");
