/**
 * What an OpenStreetMap way is for a car: the allowed directions, the speed, and whether it is for destinations only.
 */

type Tags = ReadonlyMap<string, string>;

/** A way that a car may take. */
export interface Road {
  canDriveForward: boolean;
  canDriveBackward: boolean;
  /** Speeds in km/h, with and against the way's direction. */
  speedsKmh: [forward: number, backward: number];
  /** Whether it is private or for destinations only: used at the ends of a trip, never for through traffic. */
  isRestricted: boolean;
  /** Whether it is so busy or wide that passengers must not get out on the opposite side. */
  isWide: boolean;
  isFerry: boolean;
  /** Seconds for the whole ferry crossing; null if unknown. */
  seconds: number | null;
}

/** The usual average speeds in km/h, by class of road. */
const usualSpeedsKmh: Record<string, number> = {
  motorway: 90,
  motorway_link: 45,
  trunk: 75,
  trunk_link: 40,
  primary: 60,
  primary_link: 35,
  secondary: 50,
  secondary_link: 30,
  tertiary: 38,
  tertiary_link: 25,
  unclassified: 28,
  residential: 25,
  road: 25,
  living_street: 10,
  service: 15,
  track: 12,
};

const wideRoads = new Set(["motorway", "trunk", "primary", "secondary"]);
const WIDE_LANES = 4;

/** Cars drive below the speed limit on average, because of corners, traffic lights and other delays. */
const SHARE_OF_SPEED_LIMIT = 0.8;

const surfaceSpeedsKmh: Record<string, number> = {
  cement: 80,
  compacted: 60,
  fine_gravel: 60,
  paving_stones: 60,
  metal: 60,
  bricks: 50,
  sett: 40,
  cobblestone: 30,
  unhewn_cobblestone: 25,
  gravel: 45,
  pebblestone: 40,
  unpaved: 40,
  dirt: 30,
  earth: 30,
  ground: 30,
  grass: 15,
  grass_paver: 30,
  mud: 10,
  sand: 15,
};

const trackSpeedsKmh: Record<string, number> = {
  grade1: 40,
  grade2: 30,
  grade3: 20,
  grade4: 12,
  grade5: 8,
};

/** Speed limits that are written as a word; for other words, the class's usual speed applies. */
const namedLimitsKmh: Record<string, number> = { walk: 7, none: 130, living_street: 10 };

const forbiddenAccess = new Set([
  "no",
  "agricultural",
  "forestry",
  "emergency",
  "psv",
  "bus",
  "hov",
]);
const limitedAccess = new Set([
  "private",
  "destination",
  "delivery",
  "customers",
  "permit",
  "residents",
]);
const allowed = new Set([
  "yes",
  "permissive",
  "designated",
  "official",
  "motorcar",
  "motor_vehicle",
]);
const FERRY_KMH = 12;
const MAX_FERRY_SECONDS = 3 * 86_400;

/** The keys of access tags, the most specific first. */
const accessKeys = ["motorcar", "motor_vehicle", "vehicle", "access"];

function accessOf(tags: Tags): "allowed" | "limited" | "forbidden" | null {
  for (const key of accessKeys) {
    const value = tags.get(key);
    if (value === undefined) continue;
    if (forbiddenAccess.has(value)) return "forbidden";
    if (limitedAccess.has(value)) return "limited";
    if (allowed.has(value)) return "allowed";
  }
  return null;
}

/** Returns the road that a way is; null if cars cannot drive on it. */
export function roadOf(tags: Tags): Road | null {
  const access = accessOf(tags);
  if (access === "forbidden") return null;
  if (tags.get("route") === "ferry") return ferryOf(tags, access);
  const kind = tags.get("highway") ?? "";
  const usualSpeedKmh = usualSpeedsKmh[kind];
  if (usualSpeedKmh === undefined || tags.get("area") === "yes") return null;
  // Field and forest tracks count only if tags allow cars or call them solid.
  const grade = tags.get("tracktype") ?? "";
  if (kind === "track" && access !== "allowed" && grade !== "grade1") return null;
  const service = tags.get("service");
  if (service === "emergency_access") return null;
  const directions = directionsOf(tags, kind);
  if (!directions) return null;
  const speed = (side: "forward" | "backward") => {
    const limit = speedLimitKmhOf(tags.get(`maxspeed:${side}`) ?? tags.get("maxspeed"));
    const speedKmh = limit === null ? usualSpeedKmh : Math.max(5, limit * SHARE_OF_SPEED_LIMIT);
    const surfaceKmh = surfaceSpeedsKmh[tags.get("surface") ?? ""] ?? 200;
    const trackKmh = kind === "track" ? (trackSpeedsKmh[grade] ?? usualSpeedKmh) : 200;
    const serviceRoadKmh = service === "parking_aisle" || service === "driveway" ? 10 : 200;
    return Math.min(speedKmh, surfaceKmh, trackKmh, serviceRoadKmh);
  };
  return {
    ...directions,
    speedsKmh: [speed("forward"), speed("backward")],
    isRestricted: access === "limited" || (service === "driveway" && access === null),
    isWide: wideRoads.has(kind) || Number(tags.get("lanes")) >= WIDE_LANES,
    isFerry: false,
    seconds: null,
  };
}

function ferryOf(tags: Tags, access: ReturnType<typeof accessOf>): Road | null {
  // Ferries whose tags do not mention cars are mostly for pedestrians.
  if (access === null) return null;
  const { canDriveForward, canDriveBackward } = directionsOf(tags, "ferry") ?? {
    canDriveForward: true,
    canDriveBackward: true,
  };
  return {
    canDriveForward,
    canDriveBackward,
    speedsKmh: [FERRY_KMH, FERRY_KMH],
    isRestricted: access === "limited",
    isWide: false,
    isFerry: true,
    seconds: durationSecondsOf(tags.get("duration")),
  };
}

function directionsOf(
  tags: Tags,
  kind: string,
): { canDriveForward: boolean; canDriveBackward: boolean } | null {
  const word =
    tags.get("oneway:motorcar") ?? tags.get("oneway:motor_vehicle") ?? tags.get("oneway") ?? "";
  if (word === "-1" || word === "reverse")
    return { canDriveForward: false, canDriveBackward: true };
  if (word === "yes" || word === "true" || word === "1")
    return { canDriveForward: true, canDriveBackward: false };
  // Its direction changes with the time of day.
  if (word === "reversible") return null;
  const isOneWay = word === "" && (isRoundabout(tags) || kind === "motorway");
  return { canDriveForward: true, canDriveBackward: !isOneWay };
}

/** Returns whether a way is a roundabout or a part of one. */
export function isRoundabout(tags: Tags): boolean {
  const junction = tags.get("junction");
  return junction === "roundabout" || junction === "circular";
}

/** Returns a speed limit in km/h; null if it cannot be read. */
function speedLimitKmhOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const namedLimit = namedLimitsKmh[text.split(":").at(-1) ?? ""];
  if (namedLimit !== undefined) return namedLimit;
  const [, digits, unit] = /^(\d{1,3}(?:\.\d+)?)\s*(km\/h|kmh|kph|mph|knots)?/.exec(text) ?? [];
  if (digits === undefined) return null;
  const factor = unit === "mph" ? 1.609344 : unit === "knots" ? 1.852 : 1;
  const speed = Number(digits) * factor;
  return speed > 0 ? speed : null;
}

/** Returns the seconds of a duration such as `1:30`, `00:20:00` or minutes alone; null if it cannot be read. */
function durationSecondsOf(text: string | undefined): number | null {
  const parts = (text ?? "")
    .split(":")
    .map((part) => (/^\d{1,4}$/.test(part) ? Number(part) : Number.NaN));
  const [first = Number.NaN, second, third = 0] = parts;
  const seconds = second === undefined ? first * 60 : first * 3600 + second * 60 + third;
  return seconds > 0 && seconds <= MAX_FERRY_SECONDS ? seconds : null;
}

const passableBarriers = new Set(
  "border_control cattle_grid checkpoint coupure entrance height_restrictor kerb lift_gate no sally_port toll_booth speed_bump".split(
    " ",
  ),
);
/** Barriers that are often left open. */
const openableBarriers = new Set(["gate", "swing_gate", "chain", "cable"]);

/** Returns whether a node of a road stops cars. */
export function isBarrier(tags: Tags): boolean {
  const barrier = tags.get("barrier");
  const access = accessOf(tags);
  if (access === "forbidden" || access === "limited")
    return barrier !== undefined || tags.has("highway");
  if (barrier === undefined || access === "allowed") return false;
  return !passableBarriers.has(barrier) && !openableBarriers.has(barrier);
}

/** Returns the delay at a node of a road, in seconds: a traffic light is red half of the time. */
export function delaySecondsOf(tags: Tags): number {
  const kind = tags.get("highway");
  if (kind === "traffic_signals") return 6;
  return kind === "stop" || tags.get("barrier") === "toll_booth" ? 4 : 0;
}

/** Returns what a relation of type `restriction` means for cars: `no`, `only`, or null for nothing. */
export function restrictionOf(tags: Tags): "no" | "only" | null {
  if (tags.get("type") !== "restriction") return null;
  const word =
    tags.get("restriction:motorcar") ??
    tags.get("restriction:motor_vehicle") ??
    tags.get("restriction") ??
    "";
  const exemptVehicles = (tags.get("except") ?? "").split(/[;,\s]+/);
  if (exemptVehicles.includes("motorcar") || exemptVehicles.includes("motor_vehicle")) return null;
  return word.startsWith("no_") ? "no" : word.startsWith("only_") ? "only" : null;
}
