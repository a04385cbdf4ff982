/** The kinds by their names. */
import type { ImportKind } from "../contract";
import { companyKind } from "./companies";
import { driverKind } from "./drivers";
import type { Kind } from "./kind";
import { paymentKind } from "./payments";
import { placeKind } from "./places";
import { repeatingKind } from "./repeating";
import { reservationKind } from "./reservations";
import { riderKind } from "./riders";
import { vehicleKind } from "./vehicles";

const kinds = {
  vehicles: vehicleKind,
  drivers: driverKind,
  companies: companyKind,
  riders: riderKind,
  places: placeKind,
  repeating: repeatingKind,
  reservations: reservationKind,
  payments: paymentKind,
};

/** A kind as the engine uses it, which hands its values on unopened. */
export function kindOf(kind: ImportKind): Kind<unknown> {
  // Values of a kind go to the same kind alone.
  return kinds[kind] as Kind<unknown>;
}
