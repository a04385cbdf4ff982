/** The contents of a map, on streets and on the plain ground. */
import { english, type Say } from "../words/words";

export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** A place with a pin on it. */
export interface MapPin extends MapPoint {
  kind: "pickup" | "dropoff" | "stop" | "place";
  /** The name that people use, which is also read out. */
  name: string;
}

/** A car at its last known position. */
export interface MapCar extends MapPoint {
  /** Identifies a car, so that each car glides to its own next position. */
  id: string;
  /** Degrees clockwise from north; null when parked or unknown. */
  headingDegrees: number | null;
  /** The driver's name or the plate, which is read out. */
  name: string;
}

/** The route through the pins: an encoded polyline of precision 5, or null for straight dashes. */
export interface MapRoute {
  geometry: string | null;
}

/** Everything on a map. */
export interface MapContents {
  pins: readonly MapPin[];
  cars: readonly MapCar[];
  route: MapRoute | null;
  /** The earlier positions of a car, the oldest first. */
  track?: readonly MapPoint[];
}

/** Describes a map in a sentence or two, for people who do not see it. */
export function describeMap(
  { pins, cars, route, track = [] }: MapContents,
  t: Say = english,
): string {
  const stops = pins.filter(({ kind }) => kind === "stop");
  const sentences = pins.map((pin) => {
    if (pin.kind === "pickup") return t("Pickup at {name}.", { name: pin.name });
    if (pin.kind === "dropoff") return t("Drop-off at {name}.", { name: pin.name });
    if (pin.kind === "place") return t("A pin on {name}.", { name: pin.name });
    return stops.length > 1
      ? t("Stop {n} at {name}.", { n: stops.indexOf(pin) + 1, name: pin.name })
      : t("Stop at {name}.", { name: pin.name });
  });
  if (route && pins.length > 1)
    sentences.push(
      route.geometry === null
        ? t("The dashed line is straight: the route by road is not known.")
        : t("The line shows the route by road."),
    );
  if (track.length > 1) sentences.push(t("The thin line shows the route driven."));
  for (const { name } of cars) sentences.push(t("{name}’s car.", { name }));
  return sentences.join(" ");
}

/** Returns the number of each stop; null for every other pin, and for a single stop. */
export function stopNumbers(pins: readonly MapPin[]): (number | null)[] {
  const isSingleStop = pins.filter(({ kind }) => kind === "stop").length < 2;
  let count = 0;
  return pins.map(({ kind }) => {
    if (kind !== "stop") return null;
    count++;
    return isSingleStop ? null : count;
  });
}
