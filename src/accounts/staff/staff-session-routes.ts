import { createRouter } from "../../server/calls";
import { clearSessionCookie, readDeviceToken } from "../../server/cookies";
import { type AppContext, actorOf } from "../../server/http";
import { Message } from "../../settings/contract";
import { SignedInDevices } from "../contract";
import { listDevices } from "../sessions/session-queries";
import { endAllStaffSessions, endStaffSession } from "./staff-session-actions";

const callerOf = (c: AppContext) => ({
  actor: actorOf(c.var.session),
  session: c.var.session,
  device: readDeviceToken(c, "admin"),
});

/** Calls for the sessions of staff: their own, and for owners those of others. */
export const staffSessionRoutes = createRouter("staff")
  .get(
    "/admin/sessions",
    "Lists your own sessions",
    { who: "profile.edit", answer: SignedInDevices },
    ({ deps, session }) => listDevices(deps, session),
  )
  .delete(
    "/admin/sessions",
    "Ends all your sessions except this one",
    { who: "profile.edit", answer: Message },
    async ({ c, deps, actor }) => {
      await endAllStaffSessions(deps, callerOf(c), actor.id);
      return { message: "All other sessions have ended." };
    },
  )
  .delete(
    "/admin/sessions/:id",
    "Ends one of your sessions",
    { who: "profile.edit", answer: Message },
    async ({ c, deps, session, actor, id }) => {
      await endStaffSession(deps, callerOf(c), actor.id, id);
      if (id === session.id) clearSessionCookie(c, "admin");
      return { message: "The session has ended." };
    },
  )
  .get(
    "/admin/staff/:id/sessions",
    "Lists the sessions of a member of staff",
    { who: "staff.manage", answer: SignedInDevices },
    ({ deps, session, id }) => {
      const account = { id: session.id, audience: "admin", accountId: id } as const;
      return listDevices(deps, account);
    },
  )
  .delete(
    "/admin/staff/:id/sessions",
    "Ends all sessions of a member of staff",
    { who: "staff.manage", answer: Message },
    async ({ c, deps, id }) => {
      await endAllStaffSessions(deps, callerOf(c), id);
      return { message: "The sessions have ended." };
    },
  )
  .delete(
    "/admin/staff/:id/sessions/:sessionId",
    "Ends one session of a member of staff",
    { who: "staff.manage", answer: Message },
    async ({ c, deps, id, sessionId }) => {
      await endStaffSession(deps, callerOf(c), id, sessionId);
      return { message: "The session has ended." };
    },
  );
