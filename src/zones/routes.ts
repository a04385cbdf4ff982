import {
  actorOf,
  auditDownload,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import { addZone, changeZone, importZones, removeZone } from "./actions";
import {
  ChangeZone,
  ImportAnswer,
  ImportZones,
  RemoveZone,
  SaveZone,
  ZoneAnswer,
  ZoneId,
  ZoneList,
} from "./contract";
import { toGeojson } from "./geojson";
import { listZones, readZone } from "./queries";
import { Message } from "../settings/contract";
import { areaRoutes } from "./area-routes";

const tag = "zones";

/** A hundred zones of some hundred corners, with all the digits that other programs write. */
const IMPORT_LIMIT_BYTES = 5 * 1024 * 1024;

/** Zones: read by dispatch, written by owners and dispatchers. */
export const zoneRoutes = createRouter()
  .get(
    "/admin/zones",
    describe({ summary: "All zones", tag, security: "admin", answers: { 200: ZoneList } }),
    requirePermission("dispatch.read"),
    (c) => c.json({ zones: listZones(c.var.deps.db) } satisfies ZoneList),
  )
  .post(
    "/admin/zones",
    describe({
      summary: "Adds a zone",
      tag,
      security: "admin",
      answers: { 201: ZoneAnswer },
      refusals: ["request.forbidden", "zone.shape", "zone.name_taken", "zone.too_many"],
    }),
    requirePermission("places.keep"),
    validate("json", SaveZone),
    async (c) => {
      const { deps } = c.var;
      const id = await addZone(deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json({ zone: readZone(deps.db, id) } satisfies ZoneAnswer, 201);
    },
  )
  .get(
    "/admin/zones/export",
    describe({
      summary: "All zones as a GeoJSON FeatureCollection",
      tag,
      security: "admin",
      answers: { 200: "application/geo+json" },
    }),
    requirePermission("dispatch.read"),
    auditDownload("zone", "the zones"),
    (c) => {
      c.header("Content-Disposition", 'attachment; filename="zones.geojson"');
      c.header("Content-Type", "application/geo+json");
      return c.body(JSON.stringify(toGeojson(listZones(c.var.deps.db))));
    },
  )
  .post(
    "/admin/zones/import",
    describe({
      summary: "Adds the polygons of a GeoJSON file as zones, all or none unless asked otherwise",
      tag,
      security: "admin",
      answers: { 201: ImportAnswer },
      refusals: ["request.forbidden", "zone.import_refused", "zone.too_many"],
    }),
    requirePermission("places.keep"),
    validate("json", ImportZones, IMPORT_LIMIT_BYTES),
    async (c) =>
      c.json(
        (await importZones(
          c.var.deps,
          actorOf(c.var.session),
          c.req.valid("json"),
        )) satisfies ImportAnswer,
        201,
      ),
  )
  .get(
    "/admin/zones/:id",
    describe({
      summary: "One zone",
      tag,
      security: "admin",
      answers: { 200: ZoneAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", ZoneId),
    (c) => c.json({ zone: readZone(c.var.deps.db, c.req.valid("param").id) } satisfies ZoneAnswer),
  )
  .put(
    "/admin/zones/:id",
    describe({
      summary: "Changes a zone as a whole",
      tag,
      security: "admin",
      answers: { 200: ZoneAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "request.conflict",
        "zone.shape",
        "zone.name_taken",
        "zone.last_of_area",
      ],
    }),
    requirePermission("places.keep"),
    validate("param", ZoneId),
    validate("json", ChangeZone),
    async (c) => {
      const { deps } = c.var;
      const { id } = c.req.valid("param");
      await changeZone(deps, actorOf(c.var.session), id, c.req.valid("json"));
      return c.json({ zone: readZone(deps.db, id) } satisfies ZoneAnswer);
    },
  )
  .delete(
    "/admin/zones/:id",
    describe({
      summary: "Removes a zone that no price list needs",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: ["request.forbidden", "request.not_found", "request.conflict", "zone.in_use"],
    }),
    requirePermission("places.keep"),
    validate("param", ZoneId),
    validate("json", RemoveZone),
    async (c) => {
      const { id } = c.req.valid("param");
      await removeZone(c.var.deps, actorOf(c.var.session), id, c.req.valid("json").version);
      return c.json({ message: "The zone is removed." } satisfies Message);
    },
  )
  .route("/", areaRoutes);
