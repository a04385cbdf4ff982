/** What the next booking needs, from what is there. */
import { expiredKinds, type InForce, missingKinds } from "../documents/rules";
import { type Lack, type Lacking, lackKinds } from "./opening-contract";

/** What is there for the next booking. */
export interface Standing {
  hasPrices: boolean;
  /** Each class on offer, and whether a vehicle of it may be driven. */
  classes: readonly { name: string; hasVehicle: boolean }[];
  hasDriver: boolean;
  sendsMail: boolean;
  sendsSms: boolean;
  /** Somebody signs in with a phone number and has no e-mail address: their codes go by SMS or not at all. */
  needsSms: boolean;
  saysHours: boolean;
  hasAddress: boolean;
  findsAddresses: boolean;
  /** Trips of this month with a place in words. */
  placesInWords: number;
  isOpen: boolean;
}

/** What of it is missing, the most pressing first. */
export function lackingOf(standing: Standing): Lacking {
  const { classes, findsAddresses } = standing;
  const without = classes.filter(({ hasVehicle }) => !hasVehicle).map(({ name }) => name);
  const placesInWords = findsAddresses ? 0 : standing.placesInWords;
  const has: Record<Lack, boolean> = {
    prices: standing.hasPrices,
    vehicle: without.length === 0,
    driver: standing.hasDriver,
    mail: standing.sendsMail,
    sms: standing.sendsSms || !standing.needsSms,
    hours: standing.saysHours,
    address: standing.hasAddress,
    lookup: placesInWords === 0,
    open: standing.isOpen,
  };
  return { missing: lackKinds.filter((kind) => !has[kind]), classes: without, placesInWords };
}

/** Whether a driver's papers let them drive: every required one is there and has not expired. */
export function mayDrive(
  papers: readonly InForce[],
  required: readonly string[],
  at: number,
): boolean {
  return (
    missingKinds("driver", papers, required).length === 0 &&
    expiredKinds(papers, required, at).length === 0
  );
}
