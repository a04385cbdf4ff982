import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
  validate,
} from "../../server/http";
import { Message } from "../../settings/contract";
import {
  changeStaffRole,
  inviteStaff,
  requireSecondFactor,
  resetSecondFactor,
  sendStaffLink,
  switchStaffOff,
  switchStaffOn,
} from "./staff-access-actions";
import {
  ChangeStaffRole,
  InviteStaff,
  RequireSecondFactor,
  StaffAnswer,
  StaffInvitation,
  StaffList,
  StaffQuery,
  StaffVersion,
} from "./staff-contract";
import { listStaff, readStaffMember } from "./staff-list-queries";

const tag = "staff";

/** Who works in dispatch: for owners. */
export const staffAccessRoutes = createRouter()
  .get(
    "/admin/staff",
    describe({
      summary: "Who works in dispatch, is invited to, or did",
      tag,
      security: "admin",
      answers: { 200: StaffList },
    }),
    requirePermission("staff.rule"),
    validate("query", StaffQuery),
    (c) => c.json(listStaff(c.var.deps, c.req.valid("query")) satisfies StaffList),
  )
  .post(
    "/admin/staff",
    describe({
      summary: "Invite somebody by e-mail; the one-time link comes back too",
      tag,
      security: "admin",
      answers: { 201: StaffInvitation },
      refusals: ["contact.taken", "request.too_many"],
    }),
    requirePermission("staff.rule"),
    limitPerSession(60, 3_600),
    validate("json", InviteStaff),
    async (c) => {
      const { deps, session } = c.var;
      const { id, link } = await inviteStaff(deps, actorOf(session), c.req.valid("json"));
      const member = readStaffMember(deps.db, id, deps.now());
      return c.json({ member, link } satisfies StaffInvitation, 201);
    },
  )
  .post(
    "/admin/staff/:id/invitation",
    describe({
      summary: "A fresh one-time link to choose a password; it voids the ones before it",
      tag,
      security: "admin",
      answers: { 200: StaffInvitation },
      refusals: ["request.not_found", "staff.off", "request.too_many"],
    }),
    requirePermission("staff.rule"),
    limitPerSession(60, 3_600),
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      const link = await sendStaffLink(deps, actorOf(session), id);
      const member = readStaffMember(deps.db, id, deps.now());
      return c.json({ member, link } satisfies StaffInvitation);
    },
  )
  .put(
    "/admin/staff/:id/role",
    describe({
      summary: "Give somebody another role; their sessions end",
      tag,
      security: "admin",
      answers: { 200: StaffAnswer },
      refusals: ["request.not_found", "request.conflict", "staff.last_owner"],
    }),
    requirePermission("staff.rule"),
    validate("json", ChangeStaffRole),
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      const { role, version } = c.req.valid("json");
      await changeStaffRole(deps, session, id, role, version);
      const member = readStaffMember(deps.db, id, deps.now());
      return c.json({ member } satisfies StaffAnswer);
    },
  )
  .post(
    "/admin/staff/:id/deactivation",
    describe({
      summary: "Let somebody go: they cannot sign in, their sessions and links end at once",
      tag,
      security: "admin",
      answers: { 200: StaffAnswer },
      refusals: ["request.not_found", "request.conflict", "staff.last_owner"],
    }),
    requirePermission("staff.rule"),
    validate("json", StaffVersion),
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      await switchStaffOff(deps, session, id, c.req.valid("json").version);
      const member = readStaffMember(deps.db, id, deps.now());
      return c.json({ member } satisfies StaffAnswer);
    },
  )
  .delete(
    "/admin/staff/:id/deactivation",
    describe({
      summary: "Let somebody in again",
      tag,
      security: "admin",
      answers: { 200: StaffAnswer },
      refusals: ["request.not_found", "request.conflict"],
    }),
    requirePermission("staff.rule"),
    validate("json", StaffVersion),
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      await switchStaffOn(deps, session, id, c.req.valid("json").version);
      const member = readStaffMember(deps.db, id, deps.now());
      return c.json({ member } satisfies StaffAnswer);
    },
  )
  .delete(
    "/admin/staff/:id/second-factor",
    describe({
      summary: "Reset the second factor of somebody else; all their sessions end",
      tag,
      security: "admin",
      answers: { 200: StaffAnswer },
      refusals: ["request.forbidden", "request.not_found", "second_factor.off"],
    }),
    requirePermission("staff.rule"),
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      await resetSecondFactor(deps, session, id);
      const member = readStaffMember(deps.db, id, deps.now());
      return c.json({ member } satisfies StaffAnswer);
    },
  )
  .put(
    "/admin/settings/staff",
    describe({
      summary: "Say whether all staff must have a second factor",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: ["staff.own_second_factor_first"],
    }),
    requirePermission("staff.rule"),
    validate("json", RequireSecondFactor),
    async (c) => {
      const { deps, session } = c.var;
      await requireSecondFactor(deps, session, c.req.valid("json").secondFactorRequired);
      return c.json({ message: "Saved." } satisfies Message);
    },
  );
