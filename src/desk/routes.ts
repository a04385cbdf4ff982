import {
  createRouter,
  describe,
  hasPermission,
  limitPerSession,
  requirePermission,
  validate,
} from "../server/http";
import { GettingStarted, SearchAnswer, SearchQuery } from "./contract";
import { DriverOverview, FleetId, VehicleDrivers } from "./fleet-contract";
import { listVehicleDrivers, readDriverOverview } from "./fleet-queries";
import { search } from "./queries";
import { readStarting } from "./starting-queries";
import { regionRoutes } from "./region-routes";

/** What the frame of dispatch and the pages of the fleet ask, under `/admin`. */
export const deskRoutes = createRouter()
  .get(
    "/admin/search",
    describe({
      summary:
        "What dispatch keeps that fits words, 8 of each kind: trips, people, fleet, places and papers",
      tag: "dispatch",
      security: "admin",
      answers: { 200: SearchAnswer },
      refusals: ["request.too_many"],
    }),
    requirePermission("dispatch.read"),
    limitPerSession(600, 60),
    validate("query", SearchQuery),
    (c) => {
      // Whose number is whose is for those who take calls.
      const hits = search(c.var.deps, c.req.valid("query").q, {
        riders: hasPermission(c.var.session, "trips.run"),
        incidents: hasPermission(c.var.session, "incidents.keep"),
        property: hasPermission(c.var.session, "property.keep"),
      });
      return c.json({ hits } satisfies SearchAnswer);
    },
  )
  .get(
    "/admin/drivers/:id/overview",
    describe({
      summary: "A driver at a glance: vehicle, shift, trips, documents, pay rule",
      tag: "drivers",
      security: "admin",
      answers: { 200: DriverOverview },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", FleetId),
    (c) => {
      const seesPapers = hasPermission(c.var.session, "papers.judge");
      const { id } = c.req.valid("param");
      return c.json(readDriverOverview(c.var.deps, id, seesPapers) satisfies DriverOverview);
    },
  )
  .get(
    "/admin/vehicles/:id/drivers",
    describe({
      summary: "Who drives a vehicle: usually, and in the last 90 days",
      tag: "vehicles",
      security: "admin",
      answers: { 200: VehicleDrivers },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", FleetId),
    (c) => c.json(listVehicleDrivers(c.var.deps, c.req.valid("param").id) satisfies VehicleDrivers),
  )
  .get(
    "/admin/getting-started",
    describe({
      summary: "What a new house has yet to do before it takes bookings in earnest",
      tag: "dispatch",
      security: "admin",
      answers: { 200: GettingStarted },
    }),
    requirePermission("operator.rule"),
    (c) => c.json(readStarting(c.var.deps) satisfies GettingStarted),
  )
  .route("/", regionRoutes);
