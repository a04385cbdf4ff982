import { createRouter } from "../../server/calls";
import { hasPermission } from "../../server/http";
import { TripAround } from "./around-contract";
import { readTripAround } from "./around-queries";

/** Records related to a reservation, for its page. */
export const aroundRoutes = createRouter("dispatch").get(
  "/admin/reservations/:id/around",
  "What belongs to a reservation: invoices, statements, lost and found, its rider's link",
  { who: "dispatch.view", answer: TripAround },
  ({ deps, session, id }) => {
    const keeps = hasPermission(session, "property.manage");
    return readTripAround(deps, id, keeps);
  },
);
