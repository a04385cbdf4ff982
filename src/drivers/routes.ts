import { createRouter, describe, requirePermission, validate } from "../server/http";
import { Drivers, DriversQuery } from "./contract";
import { listDrivers } from "./queries";

export const driverRoutes = createRouter().get(
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
);
