import { expect, test } from "bun:test";
import { tripOf } from "../../src/dispatch/changes/change-actions";
import { storedTripPlaces, placeColumns } from "../../src/reservations/stored-trip";

const gate = { name: "Blue gate", detail: "Behind the market", latitude: null, longitude: null };
const hotel = { name: "Hotel", detail: "", latitude: -1.95, longitude: 30.06 };
const stop = { name: "Bank", detail: "", latitude: -1.94, longitude: 30.07 };

test("storedTripPlaces restores the places of a trip, with or without pins", () => {
  for (const [pickup, dropoff] of [
    [gate, hotel],
    [hotel, gate],
    [gate, gate],
    [hotel, hotel],
  ] as const) {
    const way = { pickup, dropoff, stops: [stop] };
    expect(storedTripPlaces(placeColumns(way))).toEqual(way);
  }
});

test("tripOf keeps an unpinned pickup without coordinates", () => {
  const trip = tripOf({
    serviceType: "point_to_point",
    ...placeColumns({ pickup: gate, dropoff: hotel, stops: [] }),
    pickupLocal: "2026-11-21T09:30",
    passengers: 1,
    luggage: 0,
    mobility: "ambulatory",
    hours: null,
    extras: [],
    promotionCode: null,
    gratuityPercent: null,
    companyId: null,
  });
  expect(trip).toMatchObject({ pickup: gate, dropoff: hotel });
});
