import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requirePermission,
  validate,
} from "../server/http";
import { validateForm } from "../server/multipart";
import { sendPhoto } from "../server/photo-answer";
import { Message } from "../settings/contract";
import {
  addIncidentPhoto,
  closeIncident,
  noteIncident,
  reopenIncident,
  reportIncident,
  takeOnIncident,
} from "./actions";
import {
  CloseIncident,
  IncidentAnswer,
  IncidentId,
  IncidentList,
  IncidentPhotoForm,
  IncidentPhotoId,
  IncidentReported,
  IncidentsQuery,
  NoteIncident,
  OwnIncidents,
  OwnIncidentsQuery,
  ReportIncident,
  SeenIncident,
} from "./contract";
import {
  listIncidents,
  listOwnIncidents,
  readIncident,
  readIncidentPhoto,
  readOwnIncidentPhoto,
} from "./queries";

const tag = "incidents";
const mayKeep = requirePermission("incidents.keep");

/** A form with a photo of 5 MB. */
const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 4,
  tooLarge: "picture.too_large",
} as const;

function step(summary: string) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: IncidentAnswer },
    refusals: ["request.forbidden", "request.not_found", "incident.stale"],
  });
}

function answer(c: AppContext, id: string) {
  return c.json({ incident: readIncident(c.var.deps, id) } satisfies IncidentAnswer);
}

/** What drivers report, and what dispatch does about it. */
export const incidentRoutes = createRouter()
  .post(
    "/driver/incidents",
    describe({
      summary: "Reports what happened; the same key is the same report",
      tag,
      security: "driver",
      answers: { 201: IncidentReported },
      refusals: [
        "request.not_found",
        "incident.in_future",
        "incident.too_old",
        "incident.not_of_trip",
        "request.too_many",
      ],
    }),
    requireDriver,
    limitPerSession(60, 3_600),
    validate("json", ReportIncident),
    async (c) => {
      const { deps, session } = c.var;
      const driver = { kind: "driver" as const, id: session.accountId, name: session.name };
      const incident = await reportIncident(deps, driver, c.req.valid("json"));
      return c.json({ incident } satisfies IncidentReported, 201);
    },
  )
  .post(
    "/driver/incidents/:id/photos",
    describe({
      summary: "A photo of the driver's own report, up to six; the same key is the same photo",
      tag,
      security: "driver",
      answers: { 200: Message },
      refusals: [
        "request.not_found",
        "incident.too_many_photos",
        "picture.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "picture.unreadable",
        "request.timeout",
        "request.too_many",
      ],
    }),
    requireDriver,
    limitPerSession(120, 3_600),
    validate("param", IncidentId),
    validateForm(IncidentPhotoForm, PHOTO_FORM),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await addIncidentPhoto(deps, session.accountId, id, c.req.valid("form"));
      return c.json({ message: "Received" } satisfies Message);
    },
  )
  .get(
    "/driver/incidents",
    describe({
      summary: "What the driver reported, the newest first",
      tag,
      security: "driver",
      answers: { 200: OwnIncidents },
      refusals: [],
    }),
    requireDriver,
    validate("query", OwnIncidentsQuery),
    (c) => {
      const { deps, session } = c.var;
      const found = listOwnIncidents(deps, session.accountId, c.req.valid("query"));
      return c.json(found satisfies OwnIncidents);
    },
  )
  .get(
    "/driver/incidents/:id/photos/:photoId",
    describe({
      summary: "A photo of the driver's own report",
      tag,
      security: "driver",
      answers: { 200: "The photo" },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", IncidentPhotoId),
    async (c) => {
      const { deps, session } = c.var;
      const { id, photoId } = c.req.valid("param");
      return sendPhoto(c, await readOwnIncidentPhoto(deps, session.accountId, id, photoId));
    },
  )
  .get(
    "/admin/incidents",
    describe({
      summary: "What drivers reported, the newest first",
      tag,
      security: "admin",
      answers: { 200: IncidentList },
      refusals: ["request.forbidden"],
    }),
    mayKeep,
    validate("query", IncidentsQuery),
    (c) => c.json(listIncidents(c.var.deps, c.req.valid("query")) satisfies IncidentList),
  )
  .get(
    "/admin/incidents/:id",
    step("One incident with its photos and what was done"),
    mayKeep,
    validate("param", IncidentId),
    (c) => answer(c, c.req.valid("param").id),
  )
  .post(
    "/admin/incidents/:id/notes",
    step("Writes down what dispatch did"),
    mayKeep,
    validate("param", IncidentId),
    validate("json", NoteIncident),
    async (c) => {
      const { id } = c.req.valid("param");
      await noteIncident(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .put(
    "/admin/incidents/:id/assignment",
    step("Whoever asks looks after it from now on"),
    mayKeep,
    validate("param", IncidentId),
    validate("json", SeenIncident),
    async (c) => {
      const { id } = c.req.valid("param");
      const { version } = c.req.valid("json");
      await takeOnIncident(c.var.deps, actorOf(c.var.session), id, version);
      return answer(c, id);
    },
  )
  .post(
    "/admin/incidents/:id/closure",
    step("Closes it, with what came of it"),
    mayKeep,
    validate("param", IncidentId),
    validate("json", CloseIncident),
    async (c) => {
      const { id } = c.req.valid("param");
      await closeIncident(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return answer(c, id);
    },
  )
  .delete(
    "/admin/incidents/:id/closure",
    step("Opens it again"),
    mayKeep,
    validate("param", IncidentId),
    validate("json", SeenIncident),
    async (c) => {
      const { id } = c.req.valid("param");
      const { version } = c.req.valid("json");
      await reopenIncident(c.var.deps, actorOf(c.var.session), id, version);
      return answer(c, id);
    },
  )
  .get(
    "/admin/incidents/:id/photos/:photoId",
    describe({
      summary: "A photo of an incident",
      tag,
      security: "admin",
      answers: { 200: "The photo" },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    mayKeep,
    validate("param", IncidentPhotoId),
    async (c) => {
      const { id, photoId } = c.req.valid("param");
      return sendPhoto(c, await readIncidentPhoto(c.var.deps, id, photoId));
    },
  );
