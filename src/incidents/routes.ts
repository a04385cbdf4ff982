import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { multipart } from "../server/multipart";
import { sendPhoto } from "../server/file-answer";
import { Message } from "../settings/contract";
import {
  addIncidentPhoto,
  closeIncident,
  addIncidentNote,
  reopenIncident,
  reportIncident,
  assignIncidentToSelf,
} from "./actions";
import {
  CloseIncident,
  IncidentAnswer,
  IncidentList,
  IncidentPhotoForm,
  ReportedIncident,
  IncidentsQuery,
  AddIncidentNote,
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

/** The limits of a form with a photo of up to 5 MB. */
const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 4,
  tooLarge: "picture.too_large",
} as const;

function answer(deps: Deps, id: string) {
  return { incident: readIncident(deps, id) };
}

/** The routes of incidents: drivers report them, and dispatch handles them. */
export const incidentRoutes = createRouter("incidents")
  .post(
    "/driver/incidents",
    "Reports an incident; idempotent by its `key`",
    {
      who: "driver",
      body: ReportIncident,
      created: ReportedIncident,
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
    "Adds one of up to six photos to the driver's own report; idempotent by its `key`",
    {
      who: "driver",
      form: multipart(IncidentPhotoForm, PHOTO_FORM),
      answer: Message,
      refuses: ["incident.too_many_photos"],
      use: limitPerSession(120, 3_600),
    },
    async ({ deps, actor, id, form }) => {
      await addIncidentPhoto(deps, actor.id, id, form);
      return { message: "The photo was received." };
    },
  )
  .get(
    "/driver/incidents",
    "Lists the driver's own incident reports, newest first",
    { who: "driver", query: OwnIncidentsQuery, answer: OwnIncidents },
    ({ deps, actor, query }) => listOwnIncidents(deps, actor.id, query),
  )
  .get(
    "/driver/incidents/:id/photos/:photoId",
    "Gives a photo of the driver's own incident report",
    { who: "driver", answer: "The photo" },
    async ({ c, deps, actor, id, photoId }) =>
      sendPhoto(c, await readOwnIncidentPhoto(deps, actor.id, id, photoId)),
  )
  .get(
    "/admin/incidents",
    "Lists the incidents, newest first",
    { who: "incidents.manage", query: IncidentsQuery, answer: IncidentList },
    ({ deps, query }) => listIncidents(deps, query),
  )
  .get(
    "/admin/incidents/:id",
    "Gives one incident with its photos and its log",
    { who: "incidents.manage", answer: IncidentAnswer, refuses: ["incident.stale"] },
    ({ deps, id }) => answer(deps, id),
  )
  .post(
    "/admin/incidents/:id/notes",
    "Adds a note to an incident",
    {
      who: "incidents.manage",
      body: AddIncidentNote,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    runThenRead(addIncidentNote, answer),
  )
  .put(
    "/admin/incidents/:id/assignment",
    "Assigns the incident to yourself",
    {
      who: "incidents.manage",
      body: SeenIncident,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    async ({ deps, actor, id, body: { version } }) => {
      await assignIncidentToSelf(deps, actor, id, version);
      return answer(deps, id);
    },
  )
  .post(
    "/admin/incidents/:id/closure",
    "Closes the incident with an outcome",
    {
      who: "incidents.manage",
      body: CloseIncident,
      answer: IncidentAnswer,
      refuses: ["incident.stale"],
    },
    runThenRead(closeIncident, answer),
  )
  .delete(
    "/admin/incidents/:id/closure",
    "Reopens the incident",
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
    "Gives a photo of an incident",
    { who: "incidents.manage", answer: "The photo" },
    async ({ c, deps, id, photoId }) => sendPhoto(c, await readIncidentPhoto(deps, id, photoId)),
  );
