import { expect, test } from "bun:test";
import { describeMap, type MapPin, stopNumbers } from "../../../client/map/map-contents";
import { tripPins, tripRoute } from "../../../client/map/trip-pins";

const pin = (kind: MapPin["kind"], name: string): MapPin => ({
  kind,
  name,
  latitude: -1.95,
  longitude: 30.06,
});
const way = [
  pin("pickup", "Airport"),
  pin("stop", "Bank"),
  pin("stop", "Market"),
  pin("dropoff", "Hotel"),
];

test("describeMap names every pin, the line and the cars", () => {
  expect(describeMap({ pins: way, cars: [], route: { geometry: null } })).toBe(
    "Pickup at Airport. Stop 1 at Bank. Stop 2 at Market. Drop-off at Hotel. " +
      "The dashed line is straight: the route by road is not known.",
  );
  expect(
    describeMap({
      pins: [pin("pickup", "Airport"), pin("stop", "Bank"), pin("dropoff", "Hotel")],
      cars: [{ id: "1", name: "Eric", latitude: 0, longitude: 0, headingDegrees: null }],
      route: { geometry: "_p~iF~ps|U" },
    }),
  ).toBe(
    "Pickup at Airport. Stop at Bank. Drop-off at Hotel. The line shows the route by road. Eric’s car.",
  );
});

test("stopNumbers numbers stops only if there are several", () => {
  expect(stopNumbers(way)).toEqual([null, 1, 2, null]);
  expect(stopNumbers([pin("pickup", "A"), pin("stop", "B")])).toEqual([null, null]);
});

test("tripPins keeps the trip's order, without places in words and the end of an hourly trip", () => {
  const place = (name: string) => ({ name, detail: "", latitude: 1, longitude: 2 });
  const words = { name: "Behind the church", detail: "", latitude: null, longitude: null };
  const trip = { pickup: place("A"), stops: [place("B"), words], dropoff: place("C") };
  expect(
    tripPins({ ...trip, serviceType: "point_to_point" }).map(({ kind, name }) => [kind, name]),
  ).toEqual([
    ["pickup", "A"],
    ["stop", "B"],
    ["dropoff", "C"],
  ]);
  expect(tripPins({ ...trip, serviceType: "hourly" })).toHaveLength(2);
  expect(tripRoute({ serviceType: "hourly", routeGeometry: "x" })).toBeNull();
  expect(tripRoute({ serviceType: "point_to_point", routeGeometry: null })).toEqual({
    geometry: null,
  });
});
