import { createRouter } from "../server/calls";
import { Drivers, DriversQuery } from "./contract";
import { listDrivers } from "./queries";
import { applicationRoutes } from "./application-routes";
import { applicationStatusRoutes } from "./application-status-routes";
import { applicationReviewRoutes } from "./application-review-routes";
import { driverRecordRoutes } from "./driver-record-routes";

export const driverRoutes = createRouter("drivers")
  .get(
    "/admin/drivers",
    "Lists the drivers by name",
    { who: "dispatch.view", query: DriversQuery, answer: Drivers },
    ({ deps, query }) => listDrivers(deps, query),
  )
  .with(applicationRoutes)
  .with(applicationStatusRoutes)
  .with(applicationReviewRoutes)
  .with(driverRecordRoutes);
