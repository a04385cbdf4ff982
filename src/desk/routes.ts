import { createRouter } from "../server/calls";
import { hasPermission, limitPerSession } from "../server/http";
import { OpenForBookingAnswer, SaveOpenForBooking } from "./open-for-booking-contract";
import { readOpenForBooking } from "./open-for-booking-queries";
import { SearchAnswer, SearchQuery } from "./contract";
import { postponeStep } from "./getting-started-actions";
import { GettingStarted, PostponeStep } from "./getting-started-contract";
import { DriverOverview, VehicleDrivers } from "./fleet-contract";
import { listVehicleDrivers, readDriverOverview } from "./fleet-queries";
import { search } from "./queries";
import { saveOpenForBooking } from "./open-for-booking-actions";
import { readGettingStarted } from "./getting-started-queries";
import { regionRoutes } from "./region-routes";

/** The API for the frame of dispatch and the fleet pages, under `/admin`. */
export const deskRoutes = createRouter("dispatch")
  .get(
    "/admin/search",
    "Searches everything in dispatch, 8 of each kind: trips, people, vehicles, places and documents",
    {
      who: "dispatch.view",
      query: SearchQuery,
      answer: SearchAnswer,
      use: limitPerSession(600, 60),
    },
    ({ deps, session, query }) => {
      // Only staff who take calls may see whose number it is.
      return {
        hits: search(deps, query.q, {
          canSeeRiders: hasPermission(session, "trips.manage"),
          canSeeIncidents: hasPermission(session, "incidents.manage"),
          canSeeLostProperty: hasPermission(session, "property.manage"),
        }),
      };
    },
  )
  .get(
    "/admin/drivers/:id/overview",
    "Gives a driver's vehicle, shift, trips, documents and pay rule",
    { who: "dispatch.view", answer: DriverOverview },
    ({ deps, session, id }) => {
      const canSeeDocuments = hasPermission(session, "documents.review");
      return readDriverOverview(deps, id, canSeeDocuments);
    },
  )
  .get(
    "/admin/vehicles/:id/drivers",
    "Gives a vehicle's usual driver, and its drivers of the last 90 days",
    { who: "dispatch.view", answer: VehicleDrivers },
    ({ deps, id }) => listVehicleDrivers(deps, id),
  )
  .get(
    "/admin/getting-started",
    "Lists what is missing before the next booking: prices, vehicles, a driver, a message provider, an open site",
    { who: "settings.manage", answer: GettingStarted },
    ({ deps }) => readGettingStarted(deps),
  )
  .get(
    "/admin/settings/opening",
    "Says whether the site is open to the public, and what is missing before the next booking",
    { who: "dispatch.view", answer: OpenForBookingAnswer },
    ({ deps }) => readOpenForBooking(deps),
  )
  .put(
    "/admin/settings/opening",
    "Opens the site to the public, or closes it again",
    {
      who: "settings.manage",
      body: SaveOpenForBooking,
      answer: OpenForBookingAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveOpenForBooking(deps, actor, body);
      return readOpenForBooking(deps);
    },
  )
  .put(
    "/admin/getting-started",
    "Postpones or resumes a step of the setup",
    { who: "settings.manage", body: PostponeStep, answer: GettingStarted },
    async ({ deps, body }) => {
      await postponeStep(deps, body);
      return readGettingStarted(deps);
    },
  )
  .with(regionRoutes);
