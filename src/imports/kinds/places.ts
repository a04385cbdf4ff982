import { and, eq, sql } from "drizzle-orm";
import { places, type StoredPlace } from "../../../db/schema/places";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import type { z } from "zod";
import { SavePlace } from "../../places/operator-place-contract";
import { exportedChoice, type Kind, mergeColumns, refusePricedRecord } from "./kind";
import { yesOrNo } from "../value-rules";

type Place = z.output<typeof SavePlace> & { active: boolean; given: (keyof typeof fields)[] };

const fields = {
  name: "Name",
  kind: "Kind",
  address: "Address",
  latitude: "Latitude",
  longitude: "Longitude",
  keywords: "Keywords",
  iata: "IATA",
  entranceNotes: "Entrance notes",
  pickupInstructions: "Pickup instructions",
  active: "Active",
};
const kinds = {
  airport: "Airport|aéroport|aeropuerto",
  hotel: "Hotel|hôtel|lodging",
  hospital: "Hospital|hôpital|clinic|clinique",
  station: "Station|train station|bus station|gare|estación",
  sight: "Sight|attraction|landmark|venue|monument|atracción",
  district: "District|area|neighbourhood|quartier|barrio",
  address: "Address|residence|home|office|business|other|adresse|dirección",
} as const;

/** The import of the operator's own places. A place is identified by name and address. */
export const placeImportKind: Kind<Place> = {
  read(line) {
    const active = line.yes("Active") ?? true;
    const kind = line.choice("Kind", kinds) ?? "address";
    const latitude = line.figure("Latitude", -90, 90, false);
    const longitude = line.figure("Longitude", -180, 180, false);
    const parsed = line.parse(
      SavePlace,
      {
        name: line.text("Name"),
        kind,
        address: line.text("Address"),
        latitude,
        longitude,
        keywords: line.text("Keywords"),
        iata: line.text("IATA").toUpperCase() || null,
        zoneId: null,
        entranceNotes: line.text("Entrance notes"),
        pickupInstructions: line.text("Pickup instructions"),
      },
      fields,
    );
    return parsed && { ...parsed, active, given: line.filledColumns(fields) };
  },
  keys: ({ name, address }) => [`${name.toLowerCase()}\n${address.toLowerCase()}`],
  describe: ({ name, address }) => [name, address].filter(Boolean).join(", "),
  find: ({ name, address }, { tx }) =>
    tx
      .select({ id: places.id })
      .from(places)
      .where(
        and(
          sql`${places.name} = ${name} COLLATE NOCASE`,
          sql`${places.address} = ${address} COLLATE NOCASE`,
        ),
      )
      .all()[0]?.id ?? null,
  insert({ given: _, ...place }, { tx, now }) {
    const id = Bun.randomUUIDv7();
    insertRow(tx, places, { ...place, id, createdAt: now, updatedAt: now });
    return id;
  },
  merge(id, { given, ...place }, { tx, options, now }) {
    const row = findRow(tx, places, { id });
    if (!row) return null;
    const { changes, before } = mergeColumns<StoredPlace>(
      row,
      place,
      options.duplicates === "update",
      given,
    );
    if (Object.keys(changes).length === 0) return null;
    updateRow(tx, places, id, { ...changes, updatedAt: now, version: row.version + 1 });
    return { ...before, updatedAt: row.updatedAt };
  },
  stateForUndo: (db, id) => findRow(db, places, { id }) ?? null,
  remove(tx, id, context) {
    refusePricedRecord(context, id);
    tx.delete(places).where(eq(places.id, id)).run();
  },
  restore(tx, id, before) {
    const row = findRow(tx, places, { id });
    if (row) updateRow(tx, places, id, { ...before, version: row.version + 1 });
  },
  *lines({ tx }) {
    for (const row of tx.select().from(places).orderBy(places.createdAt, places.id).all())
      yield {
        Name: row.name,
        Kind: exportedChoice(kinds[row.kind]),
        Address: row.address,
        Latitude: row.latitude,
        Longitude: row.longitude,
        Keywords: row.keywords,
        IATA: row.iata ?? "",
        "Entrance notes": row.entranceNotes,
        "Pickup instructions": row.pickupInstructions,
        Active: yesOrNo(row.active),
      };
  },
};
