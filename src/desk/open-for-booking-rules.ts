/** Finds what the next booking is missing. */
import { expiredKinds, type DocumentInForce, missingKinds } from "../documents/rules";
import {
  type BookingNeed,
  type MissingForBooking,
  bookingNeeds,
} from "./open-for-booking-contract";

/** The facts that decide whether a booking is possible. */
export interface BookingNeedsFacts {
  hasPrices: boolean;
  /** Each class on offer, and whether it has a vehicle with valid documents. */
  classes: readonly { name: string; hasVehicle: boolean }[];
  hasDriver: boolean;
  sendsMail: boolean;
  sendsSms: boolean;
  /** Whether somebody signs in by phone number only, so that their codes need SMS. */
  needsSms: boolean;
  hasOpeningHours: boolean;
  hasAddress: boolean;
  findsAddresses: boolean;
  /** Trips of this month with a place described in words. */
  placesInWords: number;
  isOpen: boolean;
}

/** Returns what is missing, most urgent first. */
export function missingForBookingOf(facts: BookingNeedsFacts): MissingForBooking {
  const { classes, findsAddresses } = facts;
  const classesWithoutVehicle = classes
    .filter(({ hasVehicle }) => !hasVehicle)
    .map(({ name }) => name);
  const placesInWords = findsAddresses ? 0 : facts.placesInWords;
  const has: Record<BookingNeed, boolean> = {
    prices: facts.hasPrices,
    vehicle: classesWithoutVehicle.length === 0,
    driver: facts.hasDriver,
    mail: facts.sendsMail,
    sms: facts.sendsSms || !facts.needsSms,
    hours: facts.hasOpeningHours,
    address: facts.hasAddress,
    lookup: placesInWords === 0,
    open: facts.isOpen,
  };
  return {
    missing: bookingNeeds.filter((kind) => !has[kind]),
    classes: classesWithoutVehicle,
    placesInWords,
  };
}

/** Whether a driver has every required document and none has expired. */
export function canDrive(
  documentsInForce: readonly DocumentInForce[],
  required: readonly string[],
  at: number,
): boolean {
  return (
    missingKinds("driver", documentsInForce, required).length === 0 &&
    expiredKinds(documentsInForce, required, at).length === 0
  );
}
