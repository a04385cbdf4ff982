import {
  dropSession,
  giveDevice,
  giveSession,
  presentedDevice,
  presentedSession,
} from "../../server/cookies";
import {
  type AppContext,
  createRouter,
  describe,
  limitPerAddress,
  requireAdminEvenLocked,
  requirePermission,
  validate,
} from "../../server/http";
import { AppError } from "../../errors";
import { Message } from "../../settings/contract";
import {
  AdminAnswer,
  AdminLogin,
  AdminProfile,
  AdminUnlock,
  ChoosePassword,
  EditAdminProfile,
  SetupOwner,
  UpdatedAdmin,
} from "../contract";
import {
  lockSession,
  loginAdmin,
  type SignedIn,
  signOutAdmin,
  unlockSession,
} from "./staff-actions";
import { choosePassword, setUpOwner } from "./staff-invites";
import { editProfile } from "./staff-profile";
import { findAdmin, toProfile, type Visitor } from "./staff-queries";

function visitorOf(c: AppContext): Visitor {
  return {
    address: c.var.address,
    userAgent: c.req.header("user-agent") ?? "",
    device: presentedDevice(c, "admin"),
    session: presentedSession(c, "admin"),
  };
}

function letIn(c: AppContext, signedIn: SignedIn): AdminAnswer {
  giveSession(c, "admin", signedIn.session);
  giveDevice(c, "admin", signedIn.deviceToken);
  c.header("Cache-Control", "no-store");
  return { admin: signedIn.admin };
}

/** Sign-in, lock and profile of staff, under `/admin`. */
export const staffRoutes = createRouter()
  .post(
    "/admin/login",
    describe({
      summary: "Sign in to dispatch",
      tag: "staff",
      security: "public",
      answers: { 200: AdminAnswer },
      refusals: ["admin.refused", "totp_required", "admin.login_limit", "request.too_many"],
    }),
    limitPerAddress(100, 900),
    validate("json", AdminLogin),
    async (c) => {
      const { deps } = c.var;
      const signedIn = await loginAdmin(deps, c.req.valid("json"), visitorOf(c));
      return c.json(letIn(c, signedIn));
    },
  )
  .post(
    "/admin/setup",
    describe({
      summary: "Make the first owner by the one-time link of the log",
      tag: "staff",
      security: "public",
      answers: { 200: AdminAnswer },
      refusals: ["link.refused", "admin.setup_done", "request.too_many"],
    }),
    limitPerAddress(30, 900),
    validate("json", SetupOwner),
    async (c) => {
      const signedIn = await setUpOwner(c.var.deps, c.req.valid("json"), visitorOf(c));
      return c.json(letIn(c, signedIn));
    },
  )
  .post(
    "/admin/password",
    describe({
      summary: "Choose a password by a one-time link",
      tag: "staff",
      security: "public",
      answers: { 200: Message },
      refusals: ["link.refused", "request.too_many"],
    }),
    limitPerAddress(30, 900),
    validate("json", ChoosePassword),
    async (c) => {
      await choosePassword(c.var.deps, c.req.valid("json"));
      c.header("Cache-Control", "no-store");
      return c.json({ message: "Password saved. You can sign in now." } satisfies Message);
    },
  )
  .get(
    "/admin/profile",
    describe({
      summary: "Who is signed in, and whether the session is locked",
      tag: "staff",
      security: "admin",
      answers: { 200: AdminProfile },
    }),
    requireAdminEvenLocked,
    (c) => {
      const { deps, session } = c.var;
      const admin = findAdmin(deps.db, session.accountId);
      if (!admin) throw new AppError("request.unauthenticated");
      return c.json(toProfile(admin, session.lockedAt !== null) satisfies AdminProfile);
    },
  )
  .put(
    "/admin/edit-profile",
    describe({
      summary: "Change the own names, e-mail address or password",
      tag: "staff",
      security: "admin",
      answers: { 200: UpdatedAdmin },
      refusals: ["admin.current_password", "contact.taken", "admin.login_limit"],
    }),
    requirePermission("profile.change"),
    validate("json", EditAdminProfile),
    async (c) => {
      const updatedAdmin = await editProfile(c.var.deps, c.var.session, c.req.valid("json"));
      return c.json({ updatedAdmin } satisfies UpdatedAdmin);
    },
  )
  .post(
    "/admin/logout",
    describe({
      summary: "End the session",
      tag: "staff",
      security: "admin",
      answers: { 200: Message },
    }),
    requireAdminEvenLocked,
    async (c) => {
      const { deps, session } = c.var;
      await signOutAdmin(deps, session);
      dropSession(c, "admin");
      return c.json({ message: "Signed out." } satisfies Message);
    },
  )
  .post(
    "/admin/lock",
    describe({
      summary: "Lock the session; locked already is fine",
      tag: "staff",
      security: "admin",
      answers: { 200: Message },
    }),
    requireAdminEvenLocked,
    async (c) => {
      await lockSession(c.var.deps, c.var.session);
      return c.json({ message: "Locked." } satisfies Message);
    },
  )
  .post(
    "/admin/unlock",
    describe({
      summary: "Unlock the session with the password; the fifth wrong one ends it",
      tag: "staff",
      security: "admin",
      answers: { 200: Message },
      refusals: ["admin.password_required", "admin.wrong_password"],
    }),
    requireAdminEvenLocked,
    validate("json", AdminUnlock),
    async (c) => {
      await unlockSession(c.var.deps, c.var.session, c.req.valid("json").password);
      return c.json({ message: "Unlocked." } satisfies Message);
    },
  );
