import { createRouter } from "../../server/calls";
import { hasPermission } from "../../server/http";
import { RelatedRecords } from "./related-records-contract";
import { readRelatedRecords } from "./related-records-queries";

/** The API for what a reservation's page shows besides the reservation. */
export const relatedRecordsRoutes = createRouter("dispatch").get(
  "/admin/reservations/:id/around",
  "Gives the records of a reservation: invoices, statements, lost and found, the trip's address for its rider",
  { who: "dispatch.view", answer: RelatedRecords },
  ({ deps, session, id }) => {
    const canSeeLostProperty = hasPermission(session, "property.manage");
    return readRelatedRecords(deps, id, canSeeLostProperty);
  },
);
