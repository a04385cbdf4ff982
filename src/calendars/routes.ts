import { createRouter, runThenRead } from "../server/calls";
import {
  type AppContext,
  limitPerAddress,
  limitPerSession,
  limitPerToken,
  hideSecretAddress,
} from "../server/http";
import { endLinkOfAnybody, endCalendarLink, makeCalendarLink } from "./actions";
import {
  CalendarLink,
  CalendarLinks,
  CalendarToken,
  MakeCalendarLink,
  StaffCalendar,
} from "./contract";
import {
  type CalendarAnswer,
  type FeedOwner,
  listCalendarLinks,
  readCalendar,
  readCalendarLink,
} from "./queries";

const linkLimit = limitPerSession(30, 3_600);

const driverFeedOwner = ({ id }: { id: string }): FeedOwner => ({
  audience: "driver",
  accountId: id,
  kind: "driver",
  subjectId: id,
});
const managerFeedOwner = ({ id: accountId }: { id: string }, subjectId: string): FeedOwner => ({
  audience: "rider",
  accountId,
  kind: "company",
  subjectId,
});
const staffFeedOwner = (
  { id: accountId }: { id: string },
  { kind, id }: StaffCalendar,
): FeedOwner => ({
  audience: "admin",
  accountId,
  kind,
  subjectId: kind === "office" ? "" : id,
});

/** Calls for calendar links of drivers, managers and staff, and the feeds that calendars read by them. */
export const calendarRoutes = createRouter("calendars")
  .get(
    "/calendars/:token",
    "Gives trips as a calendar. Every link that does not work gets the same 404",
    {
      who: "public",
      param: CalendarToken,
      answer: "text/calendar",
      use: [hideSecretAddress, limitPerAddress(240, 60), limitPerToken(120, 3_600)],
    },
    ({ c, deps, token }) => sendCalendar(c, readCalendar(deps, token)),
  )
  .get(
    "/driver/calendar",
    "Gives the driver's calendar link, or null",
    { who: "driver", answer: CalendarLink },
    ({ deps, actor }) => readCalendarLink(deps, driverFeedOwner(actor)),
  )
  .post(
    "/driver/calendar",
    "Creates the driver's calendar link, replacing an earlier one",
    { who: "driver", body: MakeCalendarLink, answer: CalendarLink, use: linkLimit },
    ({ deps, actor, body }) => makeCalendarLink(deps, actor, driverFeedOwner(actor), body.reset),
  )
  .delete(
    "/driver/calendar",
    "Turns the driver's calendar link off",
    { who: "driver", answer: CalendarLink },
    async ({ deps, actor }) => {
      await endCalendarLink(deps, actor, driverFeedOwner(actor));
      return { url: null };
    },
  )
  .get(
    "/companies/:id/calendar",
    "Gives the manager's calendar link to the company's trips, or null",
    { who: "rider", answer: CalendarLink },
    ({ deps, actor, id }) => readCalendarLink(deps, managerFeedOwner(actor, id)),
  )
  .post(
    "/companies/:id/calendar",
    "Creates the manager's calendar link to the company's trips, replacing an earlier one",
    { who: "rider", body: MakeCalendarLink, answer: CalendarLink, use: linkLimit },
    ({ deps, actor, id, body }) =>
      makeCalendarLink(deps, actor, managerFeedOwner(actor, id), body.reset),
  )
  .delete(
    "/companies/:id/calendar",
    "Turns off the manager's calendar link to the company's trips",
    { who: "rider", answer: CalendarLink },
    async ({ deps, actor, id }) => {
      await endCalendarLink(deps, actor, managerFeedOwner(actor, id));
      return { url: null };
    },
  )
  .get(
    "/admin/calendars",
    "Lists everybody's calendar links, without their addresses",
    { who: "keys.manage", answer: CalendarLinks },
    ({ deps }) => listCalendarLinks(deps),
  )
  .delete(
    "/admin/calendars/:id",
    "Turns off anybody's calendar link",
    { who: "keys.manage", answer: CalendarLinks },
    runThenRead(endLinkOfAnybody, listCalendarLinks),
  )
  .get(
    "/admin/calendars/:kind/:id",
    "Gives your calendar link, or null: to the trips of the office, a vehicle or a company",
    { who: "dispatch.view", param: StaffCalendar, answer: CalendarLink },
    ({ deps, actor, kind, id }) => readCalendarLink(deps, staffFeedOwner(actor, { kind, id })),
  )
  .post(
    "/admin/calendars/:kind/:id",
    "Creates your calendar link to the trips of the office, a vehicle or a company, replacing an earlier one",
    {
      who: "dispatch.view",
      param: StaffCalendar,
      body: MakeCalendarLink,
      answer: CalendarLink,
      use: linkLimit,
    },
    ({ deps, actor, kind, id, body }) =>
      makeCalendarLink(deps, actor, staffFeedOwner(actor, { kind, id }), body.reset),
  )
  .delete(
    "/admin/calendars/:kind/:id",
    "Turns off your calendar link to the trips of the office, a vehicle or a company",
    { who: "dispatch.view", param: StaffCalendar, answer: CalendarLink },
    async ({ deps, actor, kind, id }) => {
      await endCalendarLink(deps, actor, staffFeedOwner(actor, { kind, id }));
      return { url: null };
    },
  );

/**
 * Sends the feed, or 304 to a calendar that already has it. Only the calendar itself may store it, and must check for
 * changes each time.
 */
function sendCalendar(c: AppContext, { tag, text }: CalendarAnswer): Response {
  c.header("Cache-Control", "private, no-cache");
  c.header("ETag", tag);
  // A proxy that compresses the answer marks the tag as weak.
  if (c.req.header("if-none-match")?.includes(tag)) return c.body(null, 304);
  c.header("Content-Type", "text/calendar; charset=utf-8");
  c.header("Content-Disposition", 'inline; filename="trips.ics"');
  return c.body(text());
}
