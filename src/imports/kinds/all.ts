/** The kinds by their names. */
import type { ImportKind } from "../contract";
import { companyImportKind } from "./companies";
import { driverImportKind } from "./drivers";
import type { Kind } from "./kind";
import { paymentImportKind } from "./payments";
import { placeImportKind } from "./places";
import { repeatingTripImportKind } from "./repeating";
import { reservationImportKind } from "./reservations";
import { riderImportKind } from "./riders";
import { vehicleImportKind } from "./vehicles";

const kinds = {
  vehicles: vehicleImportKind,
  drivers: driverImportKind,
  companies: companyImportKind,
  riders: riderImportKind,
  places: placeImportKind,
  repeating: repeatingTripImportKind,
  reservations: reservationImportKind,
  payments: paymentImportKind,
};

/** A kind as the engine uses it, which hands its values on unopened. */
export function kindOf(kind: ImportKind): Kind<unknown> {
  // Values of a kind go to the same kind alone.
  return kinds[kind] as Kind<unknown>;
}
