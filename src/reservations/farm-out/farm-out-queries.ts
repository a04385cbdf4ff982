/** Who drives a trip that an affiliate has taken, and the link that it was sent by. */
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

/** Driver and car of an affiliate, described like our own. */
type DriverAndVehicle = {
  firstName: string;
  lastName: string;
  phone: string;
  make: string;
  model: string;
  color: string;
  plate: string;
};

/** The offer that is open or was accepted for a trip; null where our own drivers drive it. */
export function farmOutOf(
  db: Db | Tx,
  { farmOutId }: { farmOutId: string | null },
): StoredFarmOut | null {
  return (farmOutId !== null && findRow(db, farmOuts, { id: farmOutId })) || null;
}

/** The affiliate of an offer. */
export function affiliateOf(db: Db | Tx, { affiliateId }: StoredFarmOut): StoredAffiliate {
  const foundAffiliate = findRow(db, affiliates, { id: affiliateId });
  // A foreign key holds it.
  if (!foundAffiliate) throw new Error("An offer names an affiliate that does not exist.");
  return foundAffiliate;
}

/** Whether an affiliate's insurance has expired at an instant (ms UTC). One that nobody knows of refuses nothing. */
export function isUninsured(db: Db | Tx, { id }: StoredAffiliate, at: number): boolean {
  const end = readDocumentInForce(db, { affiliateId: id }, "affiliate_insurance")?.expiresAt;
  return (end ?? at + 1) <= at;
}

/** Who drives by an accepted offer; null until the affiliate has said so. */
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

/** The token of an offer's link: made again whenever it is sent, and of a key outside the database. */
export function farmOutToken(keys: Keys, farmOutId: string): string {
  return keys.linkToken("farm_out", farmOutId);
}

/** The address of the page on which an affiliate answers an offer and drives the trip. */
export function farmOutUrl(deps: Deps, farmOutId: string): string {
  return `${deps.config.publicUrl}/affiliate/${farmOutToken(deps.keys, farmOutId)}`;
}
