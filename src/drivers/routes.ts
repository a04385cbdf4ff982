import { createRouter } from "../server/calls";
import { Drivers, DriversQuery } from "./contract";
import { listDrivers } from "./queries";
import { applicationRoutes } from "./application-routes";
import { applicationStatusRoutes } from "./status-routes";
import { applicationReviewRoutes } from "./review-routes";
import { rosterRoutes } from "./roster-routes";

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
  .with(rosterRoutes);
