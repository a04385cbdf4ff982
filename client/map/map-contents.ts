/** What a map shows, whichever ground it lies on. */
import { english, type Say } from "../words/words";

export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** A place with a pin on it. */
export interface MapPin extends MapPoint {
  kind: "pickup" | "dropoff" | "stop" | "place";
  /** As people call it; also what is read out. */
  name: string;
}

/** A car where it was last seen. */
export interface MapCar extends MapPoint {
  /** Tells cars apart, so that one glides to its next place instead of another. */
  id: string;
  /** Degrees clockwise from north; null when parked or unknown. */
  headingDegrees: number | null;
  /** Who drives, or the plate: what is read out. */
  name: string;
}

/** The way through the pins: an encoded polyline of precision 5, or null for straight dashes. */
export interface MapRoute {
  geometry: string | null;
}

/** Everything on a map. */
export interface MapContents {
  pins: readonly MapPin[];
  cars: readonly MapCar[];
  route: MapRoute | null;
  /** Where a car was, the oldest first. */
  track?: readonly MapPoint[];
}

/** What a map shows, in a sentence or two for those who do not see it. */
export function describeMap(
  { pins, cars, route, track = [] }: MapContents,
  t: Say = english,
): string {
  const stops = pins.filter(({ kind }) => kind === "stop");
  const words = pins.map((pin) => {
    if (pin.kind === "pickup") return t("Pickup at {name}.", { name: pin.name });
    if (pin.kind === "dropoff") return t("Drop-off at {name}.", { name: pin.name });
    if (pin.kind === "place") return t("A pin on {name}.", { name: pin.name });
    return stops.length > 1
      ? t("Stop {n} at {name}.", { n: stops.indexOf(pin) + 1, name: pin.name })
      : t("Stop at {name}.", { name: pin.name });
  });
  if (route && pins.length > 1)
    words.push(
      route.geometry === null
        ? t("The dashed line is straight: the route by road is not known.")
        : t("The line shows the route by road."),
    );
  if (track.length > 1) words.push(t("The thin line shows the route driven."));
  for (const { name } of cars) words.push(t("{name}’s car.", { name }));
  return words.join(" ");
}

/** The number on each stop; null on every other pin, and on a stop that is alone. */
export function stopNumbers(pins: readonly MapPin[]): (number | null)[] {
  const isSingleStop = pins.filter(({ kind }) => kind === "stop").length < 2;
  let count = 0;
  return pins.map(({ kind }) => {
    if (kind !== "stop") return null;
    count++;
    return isSingleStop ? null : count;
  });
}
