/** Reads the service area as visitors see it, and draws it. */
import { and, asc, between, eq, inArray } from "drizzle-orm";
import { places } from "../../db/schema/places";
import type { Deps } from "../deps";
import { type Language, languageCodes } from "../settings/languages/languages-contract";
import { operatorNamesIn } from "../settings/names/name-queries";
import { encodeText, encodeJson, cachedUntilChange } from "../server/encoded-response";
import { readOperator } from "../settings/queries";
import { listZones } from "../zones/queries";
import type { ShownArea, ShownAreaAnswer } from "./shown-area-contract";
import { sortedBySize, type DrawnPlace, drawArea, drawnBox } from "./area-drawing-rules";

/** The most places passed to the drawing. Only some of them have room for their names. */
const MAX_PLACES = 20;

/** Returns the zones in which riders may book, or all zones in use if riders may book everywhere. */
function zonesOf(deps: Deps) {
  const { serviceArea } = readOperator(deps);
  const zones = listZones(deps.db).filter(
    ({ id, active }) => active && (serviceArea?.zoneIds.includes(id) ?? true),
  );
  return { ends: serviceArea?.ends ?? ("none" as const), zones: sortedBySize(zones) };
}

/** Returns the operator's own places that serve as landmarks. */
function ownPlaces({ db }: Deps, [west, south, east, north]: ReturnType<typeof drawnBox>) {
  const { name, kind, latitude, longitude, active, id } = places;
  const rows = db
    .select({ name, kind, latitude, longitude })
    .from(places)
    .where(
      and(
        eq(active, true),
        inArray(kind, ["airport", "station"]),
        between(latitude, south, north),
        between(longitude, west, east),
      ),
    )
    .orderBy(asc(kind), asc(name), asc(id))
    .limit(MAX_PLACES)
    .all();
  return rows.flatMap((row): DrawnPlace[] => {
    const { kind, ...place } = row;
    return kind === "airport" || kind === "station" ? [{ ...place, kind }] : [];
  });
}

/** Returns the area in words and the address of its drawing, or null if there is nothing to draw. */
function readShownArea(deps: Deps): ShownArea | null {
  const { ends, zones } = zonesOf(deps);
  if (zones.length === 0) return null;
  const { distanceUnit } = readOperator(deps);
  const versions = zones.map(({ id, version }) => [id, version]);
  const tag = Bun.hash(JSON.stringify([versions, ownPlaces(deps, drawnBox(zones)), distanceUnit]));
  return {
    ends,
    zones: zones.map(({ name }) => name),
    drawing: `/backend/content/area/drawing?${tag.toString(36)}`,
  };
}

const drawingCaches = new Map(
  languageCodes.map((language) => [
    language,
    cachedUntilChange(async (deps) => {
      const drawing = await drawCurrentArea(deps, language);
      return drawing === null ? null : encodeText(drawing, "image/svg+xml");
    }),
  ]),
);

/**
 * Returns the drawing as SVG with zone names in `language`, by default the main one. Null if there is nothing to draw.
 */
export async function readAreaDrawing(deps: Deps, language: Language | undefined) {
  const drawing = drawingCaches.get(language ?? readOperator(deps).riderLanguage);
  return (await drawing?.(deps)) ?? null;
}

/** Returns the visitors' view of the area. */
export const readAreaAnswer = cachedUntilChange((deps) =>
  encodeJson<ShownAreaAnswer>({ area: readShownArea(deps) }),
);

/** Draws the current area. Waits for the list of towns if it is still being unpacked. */
async function drawCurrentArea(deps: Deps, language: Language): Promise<string | null> {
  const { zones } = zonesOf(deps);
  if (zones.length === 0) return null;
  await deps.gazetteer.ready();
  const box = drawnBox(zones);
  const ownLandmarks = ownPlaces(deps, box);
  const towns = deps.gazetteer.citiesWithin(box, MAX_PLACES).map(({ place }): DrawnPlace => {
    const { name, latitude, longitude } = place;
    return { name, latitude, longitude, kind: "town" };
  });
  const isAirport = ({ kind }: DrawnPlace) => kind === "airport";
  const landmarks = [
    ...ownLandmarks.filter(isAirport),
    ...towns,
    ...ownLandmarks.filter((each) => !isAirport(each)),
  ];
  const names = operatorNamesIn(deps, language);
  const namedZones = zones.map((zone) => ({ ...zone, name: names[zone.name] ?? zone.name }));
  return drawArea(namedZones, landmarks, readOperator(deps).distanceUnit);
}
