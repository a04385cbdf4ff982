/** Reads the offer of a trip to an affiliate: its driver, its vehicle and its link. */
import type { Db } from "../../../db/open";
import { findRow } from "../../../db/rows";
import {
  affiliates,
  farmOuts,
  type StoredAffiliate,
  type StoredFarmOut,
} from "../../../db/schema/affiliates";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { readDocumentInForce } from "../../documents/queries";
import type { Keys } from "../../process/keys";

/** An affiliate's driver and car, in the form of our own. */
type DriverAndVehicle = {
  firstName: string;
  lastName: string;
  phone: string;
  make: string;
  model: string;
  color: string;
  plate: string;
};

/** Returns the open or accepted offer of a trip to an affiliate. Null if our own drivers drive it. */
export function farmOutOf(
  db: Db | Tx,
  { farmOutId }: { farmOutId: string | null },
): StoredFarmOut | null {
  return (farmOutId !== null && findRow(db, farmOuts, { id: farmOutId })) || null;
}

/** Returns the affiliate of an offer. */
export function affiliateOf(db: Db | Tx, { affiliateId }: StoredFarmOut): StoredAffiliate {
  const affiliate = findRow(db, affiliates, { id: affiliateId });
  // A foreign key makes sure that it exists.
  if (!affiliate) throw new Error("An offer names an affiliate that does not exist.");
  return affiliate;
}

/** Whether an affiliate's insurance has expired at a time (ms UTC). An unknown insurance does not count as expired. */
export function isUninsured(db: Db | Tx, { id }: StoredAffiliate, at: number): boolean {
  const end = readDocumentInForce(db, { affiliateId: id }, "affiliate_insurance")?.expiresAt;
  return (end ?? at + 1) <= at;
}

/** Returns the driver and the vehicle of an accepted offer. Null until the affiliate names them. */
export function driverAndVehicleOfFarmOut(farmOut: StoredFarmOut | null): DriverAndVehicle | null {
  if (farmOut?.state !== "accepted" || farmOut.driverName === "") return null;
  const { driverName, driverPhone: phone, model: car, color, plate } = farmOut;
  const [firstName = "", ...lastNames] = driverName.split(" ");
  const [make = "", ...modelWords] = car.split(" ");
  return {
    firstName,
    lastName: lastNames.join(" "),
    phone,
    make,
    model: modelWords.join(" "),
    color,
    plate,
  };
}

/**
 * Returns the token of an offer's link. It is not stored, but derived from a key outside the database whenever the link
 * is sent.
 */
export function farmOutToken(keys: Keys, farmOutId: string): string {
  return keys.linkToken("farm_out", farmOutId);
}

/** Returns the address of the page on which an affiliate answers an offer and drives the trip. */
export function farmOutUrl(deps: Deps, farmOutId: string): string {
  return `${deps.config.publicUrl}/affiliate/${farmOutToken(deps.keys, farmOutId)}`;
}
