import {
  type AppContext,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requirePermission,
  validate,
} from "../server/http";
import { addDayOff, removeDayOff, saveHours, savePreferences, type Speaker } from "./actions";
import {
  AddDayOff,
  AvailabilityAnswer,
  AvailabilityOf,
  DayOffOf,
  DriverWeeks,
  OwnDayOffId,
  RemoveDayOff,
  SaveHours,
  SavePreferences,
  WeekQuery,
} from "./contract";
import { readAvailability, weeksOf } from "./queries";

const ofDriver = "driver";
const ofDispatch = "drivers";
const answers = { 200: AvailabilityAnswer };

/** A week is set up in many small steps; more than this is a program. */
const saves = limitPerSession(240, 3_600);
const dispatchers = requirePermission("fleet.keep");
const refusals = ["request.conflict", "request.too_many"] as const;
const staffRefusals = ["request.forbidden", "request.not_found", "request.conflict"] as const;

function speakerOf(c: AppContext): Speaker {
  const { accountId, name, audience } = c.var.session;
  return { kind: audience === "driver" ? "driver" : "admin", id: accountId, name };
}

function own(c: AppContext) {
  const availability = readAvailability(c.var.deps, c.var.session.accountId, true);
  return c.json({ availability } satisfies AvailabilityAnswer);
}

function ofOne(c: AppContext, id: string) {
  const availability = readAvailability(c.var.deps, id, false);
  return c.json({ availability } satisfies AvailabilityAnswer);
}

/** Drivers say when and what they can drive; dispatch sees it and can say it for them. */
export const availabilityRoutes = createRouter()
  .get(
    "/driver/availability",
    describe({
      summary: "The driver's hours, days off and preferences",
      tag: ofDriver,
      security: "driver",
      answers,
    }),
    requireDriver,
    own,
  )
  .put(
    "/driver/availability/hours",
    describe({
      summary: "Says the driver's whole week anew",
      tag: ofDriver,
      security: "driver",
      answers,
      refusals,
    }),
    requireDriver,
    saves,
    validate("json", SaveHours),
    async (c) => {
      const { deps, session } = c.var;
      await saveHours(deps, speakerOf(c), session.accountId, c.req.valid("json"));
      return own(c);
    },
  )
  .post(
    "/driver/availability/days-off",
    describe({
      summary: "Adds a day off, or a range of them",
      tag: ofDriver,
      security: "driver",
      answers,
      refusals,
    }),
    requireDriver,
    saves,
    validate("json", AddDayOff),
    async (c) => {
      const { deps, session } = c.var;
      await addDayOff(deps, speakerOf(c), session.accountId, c.req.valid("json"));
      return own(c);
    },
  )
  .delete(
    "/driver/availability/days-off/:dayOffId",
    describe({
      summary: "Takes a day off back",
      tag: ofDriver,
      security: "driver",
      answers,
      refusals: [...refusals, "request.not_found"],
    }),
    requireDriver,
    saves,
    validate("param", OwnDayOffId),
    validate("query", RemoveDayOff),
    async (c) => {
      const { deps, session } = c.var;
      const { dayOffId } = c.req.valid("param");
      const { version } = c.req.valid("query");
      await removeDayOff(deps, speakerOf(c), session.accountId, dayOffId, version);
      return own(c);
    },
  )
  .put(
    "/driver/availability/preferences",
    describe({
      summary: "Says what the driver would rather drive",
      tag: ofDriver,
      security: "driver",
      answers,
      refusals,
    }),
    requireDriver,
    saves,
    validate("json", SavePreferences),
    async (c) => {
      const { deps, session } = c.var;
      await savePreferences(deps, speakerOf(c), session.accountId, c.req.valid("json"));
      return own(c);
    },
  )
  .get(
    "/admin/availability",
    describe({
      summary: "The next seven days of drivers",
      tag: ofDispatch,
      security: "admin",
      answers: { 200: DriverWeeks },
    }),
    requirePermission("dispatch.read"),
    validate("query", WeekQuery),
    (c) => {
      const ids = [c.req.valid("query").driver].flat();
      return c.json({ weeks: weeksOf(c.var.deps, ids) } satisfies DriverWeeks);
    },
  )
  .get(
    "/admin/drivers/:id/availability",
    describe({
      summary: "A driver's hours, days off and preferences",
      tag: ofDispatch,
      security: "admin",
      answers,
      refusals: ["request.forbidden", "request.not_found"],
    }),
    dispatchers,
    validate("param", AvailabilityOf),
    (c) => ofOne(c, c.req.valid("param").id),
  )
  .put(
    "/admin/drivers/:id/availability/hours",
    describe({
      summary: "Says a driver's whole week anew",
      tag: ofDispatch,
      security: "admin",
      answers,
      refusals: staffRefusals,
    }),
    dispatchers,
    validate("param", AvailabilityOf),
    validate("json", SaveHours),
    async (c) => {
      const { id } = c.req.valid("param");
      await saveHours(c.var.deps, speakerOf(c), id, c.req.valid("json"));
      return ofOne(c, id);
    },
  )
  .post(
    "/admin/drivers/:id/availability/days-off",
    describe({
      summary: "Adds a day off of a driver, or a range of them",
      tag: ofDispatch,
      security: "admin",
      answers,
      refusals: staffRefusals,
    }),
    dispatchers,
    validate("param", AvailabilityOf),
    validate("json", AddDayOff),
    async (c) => {
      const { id } = c.req.valid("param");
      await addDayOff(c.var.deps, speakerOf(c), id, c.req.valid("json"));
      return ofOne(c, id);
    },
  )
  .delete(
    "/admin/drivers/:id/availability/days-off/:dayOffId",
    describe({
      summary: "Takes a day off of a driver back",
      tag: ofDispatch,
      security: "admin",
      answers,
      refusals: staffRefusals,
    }),
    dispatchers,
    validate("param", DayOffOf),
    validate("query", RemoveDayOff),
    async (c) => {
      const { id, dayOffId } = c.req.valid("param");
      const { version } = c.req.valid("query");
      await removeDayOff(c.var.deps, speakerOf(c), id, dayOffId, version);
      return ofOne(c, id);
    },
  )
  .put(
    "/admin/drivers/:id/availability/preferences",
    describe({
      summary: "Says what a driver would rather drive",
      tag: ofDispatch,
      security: "admin",
      answers,
      refusals: staffRefusals,
    }),
    dispatchers,
    validate("param", AvailabilityOf),
    validate("json", SavePreferences),
    async (c) => {
      const { id } = c.req.valid("param");
      await savePreferences(c.var.deps, speakerOf(c), id, c.req.valid("json"));
      return ofOne(c, id);
    },
  );
