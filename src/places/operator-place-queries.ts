import type { z } from "zod";
import type { Db } from "../../db/open";
import { places, type StoredPlace } from "../../db/schema/places";
import { fromCursor, TextCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { zonesAt } from "../zones/queries";
import type { PlaceList, PlaceRecord, PlacesQuery } from "./operator-place-contract";
import { searchWords, spellingsOf, matchScore } from "./rules";
import { requireRow } from "../rows";

type Row = StoredPlace & { zoneName: string | null };

const COLUMNS = `p.id, p.name, p.kind, p.address, p.latitude, p.longitude, p.keywords, p.iata,
  p.zone_id AS zoneId, z.name AS zoneName, p.entrance_notes AS entranceNotes,
  p.pickup_instructions AS pickupInstructions, p.active, p.updated_at AS updatedAt,
  p.created_at AS createdAt, p.version`;

/**
 * Lists the operator's places by name, including those switched off. With `q`, only those that contain its words in any
 * text.
 */
export function listPlaces(deps: Deps, query: z.output<typeof PlacesQuery>): PlaceList {
  const [name, id] = fromCursor(query.cursor, TextCursor) ?? ["", ""];
  const words = searchWords(query.q ?? "");
  const hasQuery = (query.q ?? "").trim() !== "";
  const matchesQuery = (row: Row) =>
    !hasQuery ||
    (words.length > 0 &&
      matchScore(
        words,
        spellingsOf(row.name),
        spellingsOf(row.address, row.keywords, row.iata ?? ""),
      ) > 0);
  // All places are read and then filtered, as in the riders' search, because SQLite doesn't know accents and spellings.
  const rows = deps.db.$client
    .query<Row, [string, string]>(
      `SELECT ${COLUMNS} FROM places p LEFT JOIN zones z ON z.id = p.zone_id
       WHERE (p.name, p.id) > (?, ?) ORDER BY p.name, p.id`,
    )
    .all(name, id)
    .filter(matchesQuery);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.name, last.id]);
  return {
    places: shown.map((row) => toRecord(deps.db, row)),
    nextCursor,
  };
}

/** Returns one of the operator's places. Throws 404 if it doesn't exist. */
export function readPlace(deps: Deps, id: string): PlaceRecord {
  const row = deps.db.$client
    .query<Row, [string]>(
      `SELECT ${COLUMNS} FROM places p LEFT JOIN zones z ON z.id = p.zone_id WHERE p.id = ?`,
    )
    .get(id);
  if (!row) throw new AppError("request.not_found");
  return toRecord(deps.db, row);
}

/** Returns the meeting instructions of the operator's place at a point, or null if there is none. */
export function placeNotesAt(
  db: Db,
  point: { latitude: number; longitude: number },
): { entranceNotes: string; pickupInstructions: string } | null {
  const row = db.$client
    .query<{ entranceNotes: string; pickupInstructions: string }, [number, number]>(
      `SELECT entrance_notes AS entranceNotes, pickup_instructions AS pickupInstructions
       FROM places WHERE latitude = ? AND longitude = ? AND active = 1 LIMIT 1`,
    )
    .get(point.latitude, point.longitude);
  return row && (row.entranceNotes || row.pickupInstructions) ? row : null;
}

/** Returns the row to change. Throws 404 if it doesn't exist. */
export function readPlaceRow(db: Db, id: string): StoredPlace {
  return requireRow(db, places, { id });
}

function toRecord(db: Db, row: Row): PlaceRecord {
  const zoneAround = row.zoneId === null ? zonesAt(db, row)[0] : undefined;
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    keywords: row.keywords,
    iata: row.iata,
    zoneId: row.zoneId,
    zone: row.zoneId
      ? { id: row.zoneId, name: row.zoneName ?? "" }
      : zoneAround
        ? { id: zoneAround.id, name: zoneAround.name }
        : null,
    entranceNotes: row.entranceNotes,
    pickupInstructions: row.pickupInstructions,
    active: Boolean(row.active),
    updatedAt: new Date(row.updatedAt || row.createdAt).toISOString(),
    version: row.version,
  };
}
