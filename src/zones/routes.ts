import { createRouter, json } from "../server/calls";
import { auditDownload } from "../server/http";
import { addZone, changeZone, importZones, removeZone } from "./actions";
import {
  ChangeZone,
  ImportAnswer,
  ImportZones,
  RemoveZone,
  SaveZone,
  ZoneAnswer,
  ZoneList,
} from "./contract";
import { toGeojson } from "./geojson";
import { listZones, readZone } from "./queries";
import { Message } from "../settings/contract";
import { areaRoutes } from "./area-routes";

/** Enough for a hundred zones of about a hundred corners, with all the digits that other programs write. */
const IMPORT_LIMIT_BYTES = 5 * 1024 * 1024;

/** Calls for zones: dispatch reads them, owners and dispatchers change them. */
export const zoneRoutes = createRouter("zones")
  .get(
    "/admin/zones",
    "Lists all zones",
    { who: "dispatch.view", answer: ZoneList },
    ({ deps }) => ({
      zones: listZones(deps.db),
    }),
  )
  .post(
    "/admin/zones",
    "Adds a zone",
    {
      who: "places.manage",
      body: SaveZone,
      created: ZoneAnswer,
      refuses: ["zone.shape", "zone.name_taken", "zone.too_many"],
    },
    async ({ deps, actor, body }) => {
      const id = await addZone(deps, actor, body);
      return { zone: readZone(deps.db, id) };
    },
  )
  .get(
    "/admin/zones/export",
    "Gives all zones as a GeoJSON FeatureCollection",
    {
      who: "dispatch.view",
      answer: "application/geo+json",
      use: auditDownload("zone", "the zones"),
    },
    ({ c, deps }) => {
      c.header("Content-Disposition", 'attachment; filename="zones.geojson"');
      c.header("Content-Type", "application/geo+json");
      return c.body(JSON.stringify(toGeojson(listZones(deps.db))));
    },
  )
  .post(
    "/admin/zones/import",
    "Adds the polygons of a GeoJSON file as zones: all or none, unless requested otherwise",
    {
      who: "places.manage",
      body: json(ImportZones, IMPORT_LIMIT_BYTES),
      created: ImportAnswer,
      refuses: ["zone.import_refused", "zone.too_many"],
    },
    ({ deps, actor, body }) => importZones(deps, actor, body),
  )
  .get(
    "/admin/zones/:id",
    "Gives one zone",
    { who: "dispatch.view", answer: ZoneAnswer },
    ({ deps, id }) => ({ zone: readZone(deps.db, id) }),
  )
  .put(
    "/admin/zones/:id",
    "Replaces a zone's details",
    {
      who: "places.manage",
      body: ChangeZone,
      answer: ZoneAnswer,
      refuses: ["request.conflict", "zone.shape", "zone.name_taken", "zone.last_of_area"],
    },
    async ({ deps, actor, id, body }) => {
      await changeZone(deps, actor, id, body);
      return { zone: readZone(deps.db, id) };
    },
  )
  .delete(
    "/admin/zones/:id",
    "Removes a zone that no price list uses",
    {
      who: "places.manage",
      body: RemoveZone,
      answer: Message,
      refuses: ["request.conflict", "zone.in_use"],
    },
    async ({ deps, actor, id, body }) => {
      await removeZone(deps, actor, id, body.version);
      return { message: "The zone is removed." };
    },
  )
  .with(areaRoutes);
