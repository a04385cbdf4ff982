import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { addDayOff, removeDayOff, saveHours, savePreferences } from "./actions";
import {
  AddDayOff,
  AvailabilityAnswer,
  DriverWeeks,
  RemoveDayOff,
  SaveHours,
  SavePreferences,
  WeekQuery,
} from "./contract";
import { readAvailability, weeksOf } from "./queries";

/** A week is entered in many small steps. Only a program makes more than this. */
const saveLimit = limitPerSession(240, 3_600);
const refuses = ["request.conflict"] as const;

function ownAvailability(deps: Deps, driverId: string) {
  return { availability: readAvailability(deps, driverId, true) };
}

function availabilityAnswer(deps: Deps, driverId: string) {
  return { availability: readAvailability(deps, driverId, false) };
}

/** Calls by which drivers enter when and what they can drive. Dispatch reads them and can enter it for drivers. */
export const availabilityRoutes = createRouter("availability")
  .get(
    "/driver/availability",
    "Gives the driver's hours, days off and preferences",
    { who: "driver", answer: AvailabilityAnswer },
    ({ deps, actor }) => ownAvailability(deps, actor.id),
  )
  .put(
    "/driver/availability/hours",
    "Replaces the driver's weekly hours",
    { who: "driver", body: SaveHours, answer: AvailabilityAnswer, refuses, use: saveLimit },
    async ({ deps, actor, body }) => {
      await saveHours(deps, actor, actor.id, body);
      return ownAvailability(deps, actor.id);
    },
  )
  .post(
    "/driver/availability/days-off",
    "Adds one or more days off",
    { who: "driver", body: AddDayOff, answer: AvailabilityAnswer, refuses, use: saveLimit },
    async ({ deps, actor, body }) => {
      await addDayOff(deps, actor, actor.id, body);
      return ownAvailability(deps, actor.id);
    },
  )
  .delete(
    "/driver/availability/days-off/:dayOffId",
    "Removes a day off",
    {
      who: "driver",
      query: RemoveDayOff,
      answer: AvailabilityAnswer,
      refuses,
      use: saveLimit,
    },
    async ({ deps, actor, dayOffId, query: { version } }) => {
      await removeDayOff(deps, actor, actor.id, dayOffId, version);
      return ownAvailability(deps, actor.id);
    },
  )
  .put(
    "/driver/availability/preferences",
    "Changes the driver's preferences",
    {
      who: "driver",
      body: SavePreferences,
      answer: AvailabilityAnswer,
      refuses,
      use: saveLimit,
    },
    async ({ deps, actor, body }) => {
      await savePreferences(deps, actor, actor.id, body);
      return ownAvailability(deps, actor.id);
    },
  )
  .get(
    "/admin/availability",
    "Gives the hours and days off of the given drivers for the next seven days",
    { who: "dispatch.view", query: WeekQuery, answer: DriverWeeks },
    ({ deps, query }) => ({ weeks: weeksOf(deps, [query.driver].flat()) }),
  )
  .get(
    "/admin/drivers/:id/availability",
    "Gives a driver's hours, days off and preferences",
    { who: "fleet.manage", answer: AvailabilityAnswer },
    ({ deps, id }) => availabilityAnswer(deps, id),
  )
  .put(
    "/admin/drivers/:id/availability/hours",
    "Replaces a driver's weekly hours",
    { who: "fleet.manage", body: SaveHours, answer: AvailabilityAnswer, refuses },
    runThenRead(saveHours, availabilityAnswer),
  )
  .post(
    "/admin/drivers/:id/availability/days-off",
    "Adds one or more days off for a driver",
    { who: "fleet.manage", body: AddDayOff, answer: AvailabilityAnswer, refuses },
    runThenRead(addDayOff, availabilityAnswer),
  )
  .delete(
    "/admin/drivers/:id/availability/days-off/:dayOffId",
    "Removes a driver's day off",
    { who: "fleet.manage", query: RemoveDayOff, answer: AvailabilityAnswer, refuses },
    async ({ deps, actor, id, dayOffId, query: { version } }) => {
      await removeDayOff(deps, actor, id, dayOffId, version);
      return availabilityAnswer(deps, id);
    },
  )
  .put(
    "/admin/drivers/:id/availability/preferences",
    "Changes a driver's preferences",
    {
      who: "fleet.manage",
      body: SavePreferences,
      answer: AvailabilityAnswer,
      refuses,
    },
    runThenRead(savePreferences, availabilityAnswer),
  );
