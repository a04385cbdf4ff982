import { createRouter } from "../../server/calls";
import {
  clearSessionCookie,
  setDeviceCookie,
  setSessionCookie,
  readDeviceToken,
  readSessionToken,
} from "../../server/cookies";
import { type AppContext, limitPerAddress } from "../../server/http";
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
  type SignInResult,
  signOutAdmin,
  unlockSession,
} from "./staff-actions";
import { choosePassword, setUpOwner } from "./staff-invites";
import { editStaffProfile } from "./staff-profile";
import { findAdmin, toAdminProfile, type Visitor } from "./staff-queries";

function visitorOfRequest(c: AppContext): Visitor {
  return {
    address: c.var.address,
    userAgent: c.req.header("user-agent") ?? "",
    device: readDeviceToken(c, "admin"),
    session: readSessionToken(c, "admin"),
  };
}

function setCookiesAndAnswer(c: AppContext, signedIn: SignInResult): AdminAnswer {
  setSessionCookie(c, "admin", signedIn.session);
  setDeviceCookie(c, "admin", signedIn.deviceToken);
  c.header("Cache-Control", "no-store");
  return { admin: signedIn.admin };
}

/** Calls for sign-in, lock and profile of staff, under `/admin`. */
export const staffRoutes = createRouter("staff")
  .post(
    "/admin/login",
    "Signs in to dispatch",
    {
      who: "public",
      body: AdminLogin,
      answer: AdminAnswer,
      refuses: ["admin.refused", "totp_required", "admin.login_limit"],
      use: limitPerAddress(100, 900),
    },
    async ({ c, deps, body }) => {
      const signedIn = await loginAdmin(deps, body, visitorOfRequest(c));
      return setCookiesAndAnswer(c, signedIn);
    },
  )
  .post(
    "/admin/setup",
    "Creates the first owner with the one-time link from the log",
    {
      who: "public",
      body: SetupOwner,
      answer: AdminAnswer,
      refuses: ["link.refused", "admin.setup_done"],
      use: limitPerAddress(30, 900),
    },
    async ({ c, deps, body }) => {
      const signedIn = await setUpOwner(deps, body, visitorOfRequest(c));
      return setCookiesAndAnswer(c, signedIn);
    },
  )
  .post(
    "/admin/password",
    "Sets a password with a one-time link",
    {
      who: "public",
      body: ChoosePassword,
      answer: Message,
      refuses: ["link.refused"],
      use: limitPerAddress(30, 900),
    },
    async ({ c, deps, body }) => {
      await choosePassword(deps, body);
      c.header("Cache-Control", "no-store");
      return { message: "Password saved. You can sign in now." };
    },
  )
  .get(
    "/admin/profile",
    "Says who is signed in, and whether the session is locked",
    { who: "staff even locked", answer: AdminProfile },
    ({ deps, session, actor }) => {
      const admin = findAdmin(deps.db, actor.id);
      if (!admin) throw new AppError("request.unauthenticated");
      return toAdminProfile(admin, session.lockedAt !== null);
    },
  )
  .put(
    "/admin/edit-profile",
    "Changes your own name, e-mail address or password",
    {
      who: "profile.edit",
      body: EditAdminProfile,
      answer: UpdatedAdmin,
      refuses: ["admin.current_password", "contact.taken", "admin.login_limit"],
    },
    async ({ deps, session, body }) => ({
      updatedAdmin: await editStaffProfile(deps, session, body),
    }),
  )
  .post(
    "/admin/logout",
    "Ends the session",
    { who: "staff even locked", answer: Message },
    async ({ c, deps, session }) => {
      await signOutAdmin(deps, session);
      clearSessionCookie(c, "admin");
      return { message: "Signed out." };
    },
  )
  .post(
    "/admin/lock",
    "Locks the session",
    { who: "staff even locked", answer: Message },
    async ({ deps, session }) => {
      await lockSession(deps, session);
      return { message: "Locked." };
    },
  )
  .post(
    "/admin/unlock",
    "Unlocks the session with the password. The fifth wrong password ends the session",
    {
      who: "staff even locked",
      body: AdminUnlock,
      answer: Message,
      refuses: ["admin.password_required", "admin.wrong_password"],
    },
    async ({ deps, session, body }) => {
      await unlockSession(deps, session, body.password);
      return { message: "Unlocked." };
    },
  );
