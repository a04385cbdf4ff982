import { createRouter, describe, requirePermission, validate } from "../server/http";
import { Drivers, DriversQuery } from "./contract";
import { listDrivers } from "./queries";
import { applicationRoutes } from "./application-routes";
import { applicationStatusRoutes } from "./status-routes";
import { applicationReviewRoutes } from "./review-routes";
import { rosterRoutes } from "./roster-routes";

export const driverRoutes = createRouter()
  .get(
    "/admin/drivers",
    describe({
      summary: "The drivers, by name",
      tag: "drivers",
      security: "admin",
      answers: { 200: Drivers },
    }),
    requirePermission("dispatch.read"),
    validate("query", DriversQuery),
    (c) => c.json(listDrivers(c.var.deps, c.req.valid("query")) satisfies Drivers),
  )
  .route("/", applicationRoutes)
  .route("/", applicationStatusRoutes)
  .route("/", applicationReviewRoutes)
  .route("/", rosterRoutes);
