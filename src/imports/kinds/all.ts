/** The kinds of import by name. */
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

/** Returns a kind for the engine, which passes its values on without looking into them. */
export function kindOf(kind: ImportKind): Kind<unknown> {
  // The cast is safe because the engine passes values only to the kind that read them.
  return kinds[kind] as Kind<unknown>;
}
