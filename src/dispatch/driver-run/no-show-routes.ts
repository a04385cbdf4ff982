import { z } from "zod";
import { sendPhoto } from "../../server/photo-answer";
import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requirePermission,
  validate,
} from "../../server/http";
import { validateForm } from "../../server/multipart";
import { RejectReservation, ReservationAnswer, ReservationId } from "../../reservations/contract";
import { NoShowEvidence } from "../../reservations/waiting/no-show-contract";
import { Message } from "../../settings/contract";
import { addNoShowPhoto, declareNoShow } from "./no-show-actions";
import { readNoShow, readNoShowPhoto } from "./no-show-queries";
import { readForDispatch } from "../queries";

const requireDispatcher = requirePermission("trips.run");

const PhotoForm = z.object({ photo: z.file() });
const EvidenceAnswer = z.object({ evidence: NoShowEvidence.nullable() });

/** A form with a photo of 5 MB. */
const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 4,
  tooLarge: "picture.too_large",
} as const;

/** What goes with a no-show: the driver's photo, and what dispatch sees and does. */
export const noShowRoutes = createRouter()
  .put(
    "/driver/reservations/:id/no-show-photo",
    describe({
      summary: "The driver's photo of the place where nobody came; the first one counts",
      tag: "driver",
      security: "driver",
      answers: { 200: Message },
      refusals: [
        "request.not_found",
        "no_show.photo_late",
        "picture.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "picture.unreadable",
        "request.timeout",
        "request.too_many",
      ],
    }),
    requireDriver,
    limitPerSession(60, 3_600),
    validate("param", ReservationId),
    validateForm(PhotoForm, PHOTO_FORM),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await addNoShowPhoto(deps, session.accountId, id, c.req.valid("form").photo);
      return c.json({ message: "Received" } satisfies Message);
    },
  )
  .post(
    "/admin/reservations/:id/no-show",
    describe({
      summary: "Says for a reason that nobody came; the fee is that of any no-show",
      tag: "dispatch",
      security: "admin",
      answers: { 200: ReservationAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "reservation.stale",
        "reservation.illegal_transition",
      ],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", RejectReservation),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await declareNoShow(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ reservation: readForDispatch(deps, id) } satisfies ReservationAnswer);
    },
  )
  .get(
    "/admin/reservations/:id/no-show",
    describe({
      summary: "What the driver gave with a no-show; null where dispatch declared it",
      tag: "dispatch",
      security: "admin",
      answers: { 200: EvidenceAnswer },
      refusals: ["request.forbidden"],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    (c) => {
      const evidence = readNoShow(c.var.deps, c.req.valid("param").id);
      return c.json({ evidence } satisfies z.infer<typeof EvidenceAnswer>);
    },
  )
  .get(
    "/admin/reservations/:id/no-show/photo",
    describe({
      summary: "The driver's photo of the place where nobody came",
      tag: "dispatch",
      security: "admin",
      answers: { 200: "The photo" },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    async (c) => sendPhoto(c, await readNoShowPhoto(c.var.deps, c.req.valid("param").id)),
  );
