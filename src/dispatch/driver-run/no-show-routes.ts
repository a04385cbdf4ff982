import { createRouter } from "../../server/calls";
import { z } from "zod";
import { sendPhoto } from "../../server/file-answer";
import { limitPerSession } from "../../server/http";
import { multipart } from "../../server/multipart";
import { RejectReservation, ReservationAnswer } from "../../reservations/contract";
import { NoShowEvidence } from "../../reservations/waiting/no-show-contract";
import { Message } from "../../settings/contract";
import { addNoShowPhoto, declareNoShow } from "./no-show-actions";
import { readNoShow, readNoShowPhoto } from "./no-show-queries";
import { readReservationForDispatch } from "../queries";

const PhotoForm = z.object({ photo: z.file() });
const EvidenceAnswer = z.object({ evidence: NoShowEvidence.nullable() });

/** The limit for a form with a photo of 5 MB. */
const PHOTO_FORM = {
  bytes: 5 * 1024 * 1024 + 64 * 1024,
  parts: 4,
  tooLarge: "picture.too_large",
} as const;

/** The API for the evidence of a no-show: the driver's photo, and dispatch's view. */
export const noShowRoutes = createRouter("no-shows")
  .put(
    "/driver/reservations/:id/no-show-photo",
    "Adds the driver's photo as evidence of a no-show. Only the first photo counts",
    {
      who: "driver",
      form: multipart(PhotoForm, PHOTO_FORM),
      answer: Message,
      refuses: ["no_show.photo_late"],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id, form }) => {
      await addNoShowPhoto(deps, actor.id, id, form.photo);
      return { message: "The photo was received." };
    },
  )
  .post(
    "/admin/reservations/:id/no-show",
    "Declares a no-show with a reason. The usual no-show fee applies",
    {
      who: "trips.manage",
      body: RejectReservation,
      answer: ReservationAnswer,
      refuses: ["reservation.stale", "reservation.illegal_transition"],
    },
    async ({ deps, actor, id, body }) => {
      await declareNoShow(deps, actor, id, body);
      return { reservation: readReservationForDispatch(deps, id) };
    },
  )
  .get(
    "/admin/reservations/:id/no-show",
    "Gives the driver's evidence of a no-show, or null if dispatch declared it",
    { who: "trips.manage", answer: EvidenceAnswer },
    ({ deps, id }) => ({ evidence: readNoShow(deps, id) }),
  )
  .get(
    "/admin/reservations/:id/no-show/photo",
    "Gives the driver's photo as evidence of a no-show",
    { who: "trips.manage", answer: "The photo" },
    async ({ c, deps, id }) => sendPhoto(c, await readNoShowPhoto(deps, id)),
  );
