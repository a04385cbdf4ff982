import type { PlaceRecord } from "../../src/places/operator-place-contract";

type Kind = PlaceRecord["kind"];

/** The text of each kind of place. */
export const placeKindWords: Record<Kind, string> = {
  airport: "Airport",
  hotel: "Hotel",
  hospital: "Hospital",
  station: "Station",
  sight: "Sight",
  district: "District",
  address: "Address",
};

/** The kinds in the order in which they are offered. */
export const placeKinds: readonly Kind[] = [
  "address",
  "airport",
  "hotel",
  "hospital",
  "station",
  "sight",
  "district",
];
