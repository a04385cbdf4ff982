import type { PlaceRecord } from "../../src/places/operator-place-contract";

type Kind = PlaceRecord["kind"];

/** Kinds of places in words. */
export const placeKindWords: Record<Kind, string> = {
  airport: "Airport",
  hotel: "Hotel",
  hospital: "Hospital",
  station: "Station",
  sight: "Sight",
  district: "District",
  address: "Address",
};

/** In the order in which they are offered. */
export const placeKinds: readonly Kind[] = [
  "address",
  "airport",
  "hotel",
  "hospital",
  "station",
  "sight",
  "district",
];
