import type { Deps } from "../../deps";
import { createRouter } from "../../server/calls";
import { streamEvents } from "../../server/streams";
import { readIdempotencyKey } from "../../server/http";
import type { NewMessageNotice } from "../../messages/contract";
import {
  DriverReservationsQuery,
  DriverReservationAnswer,
  type ReservationChanged,
  DriverList,
} from "../../reservations/contract";
import { Message } from "../../settings/contract";
import { recordDriverStep } from "../actions";
import { DeclineOffer, RecordDriverStep } from "../contract";
import { acceptOffer, declineOffer, markOfferSeen } from "../assignment/offer-actions";
import { listTripsForDriver, readTripForDriver } from "../queries";
import { visitStop } from "./stop-actions";
import { VisitStop } from "./stop-contract";
import { TapTime } from "./tap-contract";

const staleRefusals = [
  "reservation.stale",
  "reservation.illegal_transition",
  "idempotency.reused",
  "tap.in_future",
  "tap.before_former_step",
  "tap.too_old",
] as const;

function answer(deps: Deps, driverId: string, id: string) {
  return { reservation: readTripForDriver(deps, driverId, id) };
}

/** The API for the driver's trips, under `/driver`. */
export const driverTripRoutes = createRouter("driver")
  .get(
    "/driver/reservations",
    "Lists the driver's trips and open offers: today, upcoming or past",
    { who: "driver", query: DriverReservationsQuery, answer: DriverList },
    ({ deps, actor, query }) => listTripsForDriver(deps, actor.id, query),
  )
  .get(
    "/driver/events",
    "Sends server-sent events: changes to the driver's trips and offers, and notifications",
    {
      who: "driver",
      answer: "text/event-stream with events named reservation, notification and message",
      refuses: ["request.too_many"],
    },
    ({ c, session, actor }) =>
      streamEvents(c, session, (event) => {
        if (event.type === "notification")
          return event.audience === "driver" && event.accountId === actor.id
            ? { event: "notification", data: {} }
            : null;
        if (event.type === "message") {
          const { reservationId, number, driverId } = event;
          if (driverId !== actor.id) return null;
          return { event: "message", data: { reservationId, number } satisfies NewMessageNotice };
        }
        if (event.type !== "reservation" || !event.driverIds.includes(actor.id)) return null;
        const { id, number, state, version } = event;
        return {
          event: "reservation",
          data: { id, number, state, version } satisfies ReservationChanged,
        };
      }),
  )
  .get(
    "/driver/reservations/:id",
    "Gives one of the driver's trips or offers",
    { who: "driver", answer: DriverReservationAnswer },
    ({ deps, actor, id }) => answer(deps, actor.id, id),
  )
  .post(
    "/driver/reservations/:id/acceptance",
    "Accepts an offer; idempotent with an Idempotency-Key",
    {
      who: "driver",
      body: TapTime,
      answer: DriverReservationAnswer,
      refuses: [
        ...staleRefusals,
        "offer.gone",
        "offer.taken",
        "assignment.refused",
        "assignment.driver_overlap",
      ],
    },
    async ({ c, deps, actor, id, body }) => {
      await acceptOffer(deps, actor, id, body, readIdempotencyKey(c));
      return answer(deps, actor.id, id);
    },
  )
  .post(
    "/driver/reservations/:id/refusal",
    "Declines an offer; idempotent with an Idempotency-Key",
    {
      who: "driver",
      body: DeclineOffer,
      answer: Message,
      refuses: [...staleRefusals, "offer.gone", "offer.taken"],
    },
    async ({ c, deps, actor, id, body }) => {
      await declineOffer(deps, actor, id, body, readIdempotencyKey(c));
      return { message: "Declined" };
    },
  )
  .post(
    "/driver/reservations/:id/sighting",
    "Marks an offer as seen by the driver, for dispatch",
    { who: "driver", answer: Message },
    async ({ deps, actor, id }) => {
      await markOfferSeen(deps, actor.id, id);
      return { message: "The offer is marked as seen." };
    },
  )
  .post(
    "/driver/reservations/:id/progress",
    "Takes the next step of a trip, or reports a no-show; idempotent with an Idempotency-Key. The time of the driver's tap counts",
    {
      who: "driver",
      body: RecordDriverStep,
      answer: DriverReservationAnswer,
      refuses: [
        ...staleRefusals,
        "boarding.code_required",
        "boarding.wrong_code",
        "boarding.locked",
        "no_show.too_early",
        "tap.too_early",
      ],
    },
    async ({ c, deps, actor, id, body }) => {
      await recordDriverStep(deps, actor, id, body, readIdempotencyKey(c));
      return answer(deps, actor.id, id);
    },
  )
  .post(
    "/driver/reservations/:id/stops",
    "Records that a stop was reached, left or skipped; idempotent with an Idempotency-Key. The time of the driver's tap counts",
    {
      who: "driver",
      body: VisitStop,
      answer: DriverReservationAnswer,
      refuses: [...staleRefusals, "stop.not_next"],
    },
    async ({ c, deps, actor, id, body }) => {
      await visitStop(deps, actor, id, body, readIdempotencyKey(c));
      return answer(deps, actor.id, id);
    },
  );
