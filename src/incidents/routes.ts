import type { Deps } from "../deps";
import { actThenRead, createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { multipart } from "../server/multipart";
import { sendPhoto } from "../server/file-answer";
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
  IncidentList,
  IncidentPhotoForm,
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

/** A form with a photo of 5 MB. */
const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 4,
  tooLarge: "picture.too_large",
} as const;

function answer(deps: Deps, id: string) {
  return { incident: readIncident(deps, id) };
}

/** What drivers report, and what dispatch does about it. */
export const incidentRoutes = createRouter("incidents")
  .post(
    "/driver/incidents",
    "Reports what happened; the same key is the same report",
    {
      who: "driver",
      body: ReportIncident,
      created: IncidentReported,
      refuses: [
        "request.not_found",
        "incident.in_future",
        "incident.too_old",
        "incident.not_of_trip",
      ],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, body }) => ({ incident: await reportIncident(deps, actor, body) }),
  )
  .post(
    "/driver/incidents/:id/photos",
    "A photo of the driver's own report, up to six; the same key is the same photo",
    {
      who: "driver",
      form: multipart(IncidentPhotoForm, PHOTO_FORM),
      answer: Message,
      refuses: ["incident.too_many_photos"],
      use: limitPerSession(120, 3_600),
    },
    async ({ deps, actor, id, form }) => {
      await addIncidentPhoto(deps, actor.id, id, form);
      return { message: "Received" };
    },
  )
  .get(
    "/driver/incidents",
    "What the driver reported, the newest first",
    { who: "driver", query: OwnIncidentsQuery, answer: OwnIncidents },
    ({ deps, actor, query }) => listOwnIncidents(deps, actor.id, query),
  )
  .get(
    "/driver/incidents/:id/photos/:photoId",
    "A photo of the driver's own report",
    { who: "driver", answer: "The photo" },
    async ({ c, deps, actor, id, photoId }) =>
      sendPhoto(c, await readOwnIncidentPhoto(deps, actor.id, id, photoId)),
  )
  .get(
    "/admin/incidents",
    "What drivers reported, the newest first",
    { who: "incidents.manage", query: IncidentsQuery, answer: IncidentList },
    ({ deps, query }) => listIncidents(deps, query),
  )
  .get(
    "/admin/incidents/:id",
    "One incident with its photos and what was done",
    { who: "incidents.manage", answer: IncidentAnswer, refuses: ["incident.stale"] },
    ({ deps, id }) => answer(deps, id),
  )
  .post(
    "/admin/incidents/:id/notes",
    "Writes down what dispatch did",
    {
      who: "incidents.manage",
      body: NoteIncident,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    actThenRead(noteIncident, answer),
  )
  .put(
    "/admin/incidents/:id/assignment",
    "Whoever asks looks after it from now on",
    {
      who: "incidents.manage",
      body: SeenIncident,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    async ({ deps, actor, id, body: { version } }) => {
      await takeOnIncident(deps, actor, id, version);
      return answer(deps, id);
    },
  )
  .post(
    "/admin/incidents/:id/closure",
    "Closes it, with what came of it",
    {
      who: "incidents.manage",
      body: CloseIncident,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    actThenRead(closeIncident, answer),
  )
  .delete(
    "/admin/incidents/:id/closure",
    "Opens it again",
    {
      who: "incidents.manage",
      body: SeenIncident,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    async ({ deps, actor, id, body: { version } }) => {
      await reopenIncident(deps, actor, id, version);
      return answer(deps, id);
    },
  )
  .get(
    "/admin/incidents/:id/photos/:photoId",
    "A photo of an incident",
    { who: "incidents.manage", answer: "The photo" },
    async ({ c, deps, id, photoId }) => sendPhoto(c, await readIncidentPhoto(deps, id, photoId)),
  );
