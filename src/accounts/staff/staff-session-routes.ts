import { dropSession, presentedDevice } from "../../server/cookies";
import {
  type AppContext,
  actorOf,
  createRouter,
  describe,
  requirePermission,
} from "../../server/http";
import { Message } from "../../settings/contract";
import { SignedInDevices } from "../contract";
import { listDevices } from "../sessions/session-queries";
import { endAllStaffSessions, endStaffSession } from "./staff-session-actions";

const tag = "staff";

const askerOf = (c: AppContext) => ({
  actor: actorOf(c.var.session),
  session: c.var.session,
  device: presentedDevice(c, "admin"),
});

/** Where staff are signed in: their own sessions, and for owners those of the others. */
export const staffSessionRoutes = createRouter()
  .get(
    "/admin/sessions",
    describe({
      summary: "Where who asks is signed in",
      tag,
      security: "admin",
      answers: { 200: SignedInDevices },
    }),
    requirePermission("profile.change"),
    (c) => c.json(listDevices(c.var.deps, c.var.session) satisfies SignedInDevices),
  )
  .delete(
    "/admin/sessions",
    describe({
      summary: "End all own sessions but this one",
      tag,
      security: "admin",
      answers: { 200: Message },
    }),
    requirePermission("profile.change"),
    async (c) => {
      await endAllStaffSessions(c.var.deps, askerOf(c), c.var.session.accountId);
      return c.json({ message: "All other sessions have ended." } satisfies Message);
    },
  )
  .delete(
    "/admin/sessions/:id",
    describe({
      summary: "End one of the own sessions",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requirePermission("profile.change"),
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      await endStaffSession(deps, askerOf(c), session.accountId, id);
      if (id === session.id) dropSession(c, "admin");
      return c.json({ message: "The session has ended." } satisfies Message);
    },
  )
  .get(
    "/admin/staff/:id/sessions",
    describe({
      summary: "Where one of staff is signed in",
      tag,
      security: "admin",
      answers: { 200: SignedInDevices },
    }),
    requirePermission("staff.rule"),
    (c) => {
      const { deps, session } = c.var;
      const whose = { id: session.id, audience: "admin", accountId: c.req.param("id") } as const;
      return c.json(listDevices(deps, whose) satisfies SignedInDevices);
    },
  )
  .delete(
    "/admin/staff/:id/sessions",
    describe({
      summary: "End all sessions of one of staff",
      tag,
      security: "admin",
      answers: { 200: Message },
    }),
    requirePermission("staff.rule"),
    async (c) => {
      await endAllStaffSessions(c.var.deps, askerOf(c), c.req.param("id"));
      return c.json({ message: "The sessions have ended." } satisfies Message);
    },
  )
  .delete(
    "/admin/staff/:id/sessions/:sessionId",
    describe({
      summary: "End one session of one of staff",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requirePermission("staff.rule"),
    async (c) => {
      const { id, sessionId } = c.req.param();
      await endStaffSession(c.var.deps, askerOf(c), id, sessionId);
      return c.json({ message: "The session has ended." } satisfies Message);
    },
  );
