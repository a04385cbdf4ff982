import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { Message } from "../../settings/contract";
import {
  changeStaffRole,
  inviteStaff,
  setSecondFactorRequired,
  resetSecondFactor,
  sendStaffLink,
  deactivateStaff,
  reactivateStaff,
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

/** Calls for managing the staff of dispatch, for owners. */
export const staffAccessRoutes = createRouter("staff")
  .get(
    "/admin/staff",
    "Lists the current, invited and former members of staff",
    { who: "staff.manage", query: StaffQuery, answer: StaffList },
    ({ deps, query }) => listStaff(deps, query),
  )
  .post(
    "/admin/staff",
    "Invites somebody by e-mail. The answer also contains the one-time link",
    {
      who: "staff.manage",
      body: InviteStaff,
      created: StaffInvitation,
      refuses: ["contact.taken"],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, body }) => {
      const { id, link } = await inviteStaff(deps, actor, body);
      const member = readStaffMember(deps.db, id, deps.now());
      return { member, link };
    },
  )
  .post(
    "/admin/staff/:id/invitation",
    "Creates a new one-time link to choose a password. Earlier links stop working",
    {
      who: "staff.manage",
      answer: StaffInvitation,
      refuses: ["staff.off"],
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id }) => {
      const link = await sendStaffLink(deps, actor, id);
      const member = readStaffMember(deps.db, id, deps.now());
      return { member, link };
    },
  )
  .put(
    "/admin/staff/:id/role",
    "Changes the role of a member of staff, and ends their sessions",
    {
      who: "staff.manage",
      body: ChangeStaffRole,
      answer: StaffAnswer,
      refuses: ["request.conflict", "staff.last_owner"],
    },
    async ({ deps, session, id, body: { role, version } }) => {
      await changeStaffRole(deps, session, id, role, version);
      return { member: readStaffMember(deps.db, id, deps.now()) };
    },
  )
  .post(
    "/admin/staff/:id/deactivation",
    "Ends somebody's access, and their sessions and links at once",
    {
      who: "staff.manage",
      body: StaffVersion,
      answer: StaffAnswer,
      refuses: ["request.conflict", "staff.last_owner"],
    },
    async ({ deps, session, id, body }) => {
      await deactivateStaff(deps, session, id, body.version);
      return { member: readStaffMember(deps.db, id, deps.now()) };
    },
  )
  .delete(
    "/admin/staff/:id/deactivation",
    "Restores somebody's access",
    { who: "staff.manage", body: StaffVersion, answer: StaffAnswer, refuses: ["request.conflict"] },
    async ({ deps, session, id, body }) => {
      await reactivateStaff(deps, session, id, body.version);
      return { member: readStaffMember(deps.db, id, deps.now()) };
    },
  )
  .delete(
    "/admin/staff/:id/second-factor",
    "Resets a colleague's second factor, and ends all their sessions",
    { who: "staff.manage", answer: StaffAnswer, refuses: ["second_factor.off"] },
    async ({ deps, session, id }) => {
      await resetSecondFactor(deps, session, id);
      return { member: readStaffMember(deps.db, id, deps.now()) };
    },
  )
  .put(
    "/admin/settings/staff",
    "Changes whether all staff must have a second factor",
    {
      who: "staff.manage",
      body: RequireSecondFactor,
      answer: Message,
      refuses: ["staff.own_second_factor_first"],
    },
    async ({ deps, session, body }) => {
      await setSecondFactorRequired(deps, session, body.secondFactorRequired);
      return { message: "Saved." };
    },
  );
