import { createRouter } from "../../server/calls";
import { limitPerSession, readIdempotencyKey } from "../../server/http";
import { readReservationForDispatch } from "../queries";
import { SplitAnswer } from "./split-contract";
import { addVehicleByQuote, quoteExtraVehicle } from "./extra-vehicle-actions";
import { AddVehicle, ExtraVehicleQuote, ExtraVehicleRequest } from "./extra-vehicle-contract";

const refusals = [
  "reservation.stale",
  "assignment.no_split",
  "assignment.too_many_vehicles",
] as const;

/** The API for further vehicles of a booking, under `/admin`. */
export const extraVehicleRoutes = createRouter("dispatch")
  .post(
    "/admin/reservations/:id/vehicle-quote",
    "Gives the price of another vehicle for a booking, by class",
    {
      who: "trips.manage",
      body: ExtraVehicleRequest,
      answer: ExtraVehicleQuote,
      refuses: [...refusals, "trip.no_vehicle", "trip.place_unknown"],
      use: limitPerSession(300, 60),
    },
    ({ c, deps, actor, id, body }) => quoteExtraVehicle(deps, actor, id, body, c.req.raw.signal),
  )
  .post(
    "/admin/reservations/:id/vehicles",
    "Adds a vehicle to a booking at the quoted price; idempotent with an Idempotency-Key",
    {
      who: "trips.manage",
      body: AddVehicle,
      created: SplitAnswer,
      refuses: [
        ...refusals,
        "quote.expired",
        "quote.refused",
        "company.suspended",
        "company.limit_reached",
        "idempotency.reused",
      ],
      use: limitPerSession(60, 3_600),
    },
    async ({ c, deps, actor, id, body }) => {
      const created = await addVehicleByQuote(deps, actor, id, body, readIdempotencyKey(c));
      return { reservation: readReservationForDispatch(deps, id), created };
    },
  );
