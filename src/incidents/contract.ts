import { z } from "zod";
import { PhonePosition } from "../reservations/waiting/no-show-contract";
import { line, lines } from "../settings/text-contract";

export const IncidentKind = z.enum([
  "accident",
  "injury",
  "illness",
  "damage",
  "breakdown",
  "dispute",
  "safety",
  "other",
]);
export type IncidentKind = z.infer<typeof IncidentKind>;

/** The phone's idempotency key: a repeated key means the same report or photo. */
const key = z.string().regex(/^[\w-]{8,64}$/);

/** A driver's report. */
export const ReportIncident = z.object({
  key,
  kind: IncidentKind,
  what: lines.min(1, "Describe what happened.").max(5_000),
  happenedAt: z.iso.datetime(),
  /** Somebody is hurt. */
  hurt: z.boolean(),
  /** Where, in words. */
  place: line.max(300).default(""),
  /** Null if the phone sent no position. */
  position: PhonePosition.nullable(),
  /** The police report number. */
  policeNumber: line.max(100).default(""),
  /** The trip during which it happened. */
  reservationId: z.string().max(64).nullable(),
});
export type ReportIncident = z.output<typeof ReportIncident>;

export const IncidentPhotoForm = z.object({ key, photo: z.file() });
export type IncidentPhotoForm = z.infer<typeof IncidentPhotoForm>;

/** The answer to the driver. */
export const ReportedIncident = z.object({
  incident: z.object({ id: z.string(), number: z.number().int() }),
});
export type ReportedIncident = z.infer<typeof ReportedIncident>;

/** An incident in dispatch's list. */
export const IncidentRow = z.object({
  id: z.string(),
  number: z.number().int(),
  version: z.number().int(),
  state: z.enum(["open", "closed"]),
  kind: IncidentKind,
  hurt: z.boolean(),
  what: z.string(),
  happenedAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  place: z.string(),
  driver: z.object({ id: z.string(), name: z.string() }),
  reservation: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  vehicle: z.object({ id: z.string(), name: z.string() }).nullable(),
  assigned: z.string().nullable(),
});
export type IncidentRow = z.infer<typeof IncidentRow>;

export const IncidentList = z.object({
  incidents: z.array(IncidentRow),
  nextCursor: z.string().nullable(),
});
export type IncidentList = z.infer<typeof IncidentList>;

/** A driver's own report, without the notes of dispatch. */
export const OwnIncident = z.object({
  id: z.string(),
  number: z.number().int(),
  state: z.enum(["open", "closed"]),
  kind: IncidentKind,
  hurt: z.boolean(),
  what: z.string(),
  happenedAt: z.iso.datetime(),
  place: z.string(),
  policeNumber: z.string(),
  /** The number of the trip during which it happened. */
  trip: z.number().int().nullable(),
  /** Paths under `/backend`, oldest first. */
  photos: z.array(z.string()),
});
export type OwnIncident = z.infer<typeof OwnIncident>;

export const OwnIncidents = z.object({
  incidents: z.array(OwnIncident),
  nextCursor: z.string().nullable(),
});
export type OwnIncidents = z.infer<typeof OwnIncidents>;

export const OwnIncidentsQuery = z.object({
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type OwnIncidentsQuery = z.infer<typeof OwnIncidentsQuery>;

/** One entry of the log. */
export const IncidentEvent = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(["driver", "admin"]), name: z.string() }),
  act: z.enum(["reported", "note", "taken_on", "closed", "reopened"]),
  words: z.string(),
});
export type IncidentEvent = z.infer<typeof IncidentEvent>;

export const Incident = IncidentRow.extend({
  position: PhonePosition.nullable(),
  policeNumber: z.string(),
  outcome: z.string(),
  closedAt: z.iso.datetime().nullable(),
  /** Whether a driver still has the trip, so that it can be reassigned. */
  reassignable: z.boolean(),
  /** Paths under `/backend`, oldest first. */
  photos: z.array(z.string()),
  log: z.array(IncidentEvent),
});
export type Incident = z.infer<typeof Incident>;

export const IncidentAnswer = z.object({ incident: Incident });
export type IncidentAnswer = z.infer<typeof IncidentAnswer>;

export const IncidentsQuery = z.object({
  state: z.enum(["open", "closed"]).optional(),
  driverId: z.string().max(64).optional(),
  reservationId: z.string().max(64).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type IncidentsQuery = z.infer<typeof IncidentsQuery>;

/** The version that the caller saw; answers 409 if it has changed. */
const version = z.number().int().min(1);
export const SeenIncident = z.object({ version });
export type SeenIncident = z.infer<typeof SeenIncident>;

export const AddIncidentNote = SeenIncident.extend({
  words: lines.min(1, "Enter a note.").max(2_000),
});
export type AddIncidentNote = z.infer<typeof AddIncidentNote>;

export const CloseIncident = SeenIncident.extend({
  outcome: lines.min(1, "Enter the outcome.").max(2_000),
});
export type CloseIncident = z.infer<typeof CloseIncident>;

/** The event `incident` in dispatch's live stream. */
export const IncidentNotice = z.object({ id: z.string(), number: z.number().int() });
export type IncidentNotice = z.infer<typeof IncidentNotice>;
