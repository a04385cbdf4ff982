/** A rider's sign-in, session and account. */
import type { Context } from "hono";
import { validateForm } from "../../server/multipart";
import { askerOf, dropSession, keepSignedIn, markAsker } from "../../server/cookies";
import { AppError } from "../../errors";
import {
  createRouter,
  describe,
  limitPerAddress,
  readSession,
  refuseWithout,
  requireRider,
  validate,
} from "../../server/http";
import { verifyContact, withdrawContact } from "../contact-actions";
import {
  ContactKind,
  Done,
  Me,
  Rider,
  SendCode,
  SendCodeAnswer,
  SignedInDevices,
  SignInLink,
  SignInLinkAnswer,
  UpdateProfile,
  UpdateProfileAnswer,
  VerifyCode,
  VerifyCodeAnswer,
  VerifyContact,
} from "../contract";
import { removePicture, updateProfile } from "../profile-actions";
import { findRider, readPicture, toRider } from "./rider-queries";
import { endSession, revokeSession, touchSession } from "../sessions/session-actions";
import { listDevices } from "../sessions/session-queries";
import { followLink, sendRiderCode, signInRider } from "./sign-in-actions";

/** A picture of 5 MB with the form around it. */
const LARGEST_PROFILE_BYTES = 5 * 1024 * 1024 + 64 * 1024;

const noStore = (c: Context) => c.header("Cache-Control", "no-store");

export const riderRoutes = createRouter()
  .post(
    "/auth/send-otp",
    describe({
      summary: "Send a rider's sign-in code",
      tag: "riders",
      security: "public",
      answers: { 200: SendCodeAnswer },
      refusals: ["identifier.invalid", "code.sms_country", "code.send_limit"],
    }),
    validate("json", SendCode),
    async (c) => {
      noStore(c);
      const answer = await sendRiderCode(c.var.deps, c.req.valid("json"), markAsker(c, "rider"));
      return c.json(answer satisfies SendCodeAnswer);
    },
  )
  .post(
    "/auth/verify-otp",
    describe({
      summary: "Sign a rider in by a code",
      tag: "riders",
      security: "public",
      answers: { 200: VerifyCodeAnswer },
      refusals: ["identifier.invalid", "code.invalid_form", "code.refused", "request.too_many"],
    }),
    limitPerAddress(600, 600),
    validate("json", VerifyCode),
    async (c) => {
      noStore(c);
      const asker = askerOf(c, "rider");
      const { rider, token, signedIn } = await signInRider(c.var.deps, c.req.valid("json"), asker);
      keepSignedIn(c, "rider", signedIn);
      return c.json({ token, getUser: rider } satisfies VerifyCodeAnswer);
    },
  )
  .post(
    "/auth/signin-link",
    describe({
      summary: "Use a one-tap link: signs a rider or driver in, or confirms a new contact",
      tag: "riders",
      security: "public",
      answers: { 200: SignInLinkAnswer },
      refusals: ["link.refused", "contact.taken", "driver.suspended", "request.too_many"],
    }),
    limitPerAddress(120, 600),
    validate("json", SignInLink),
    async (c) => {
      noStore(c);
      const { signedIn, ...answer } = await followLink(
        c.var.deps,
        c.req.valid("json").token,
        (audience) => askerOf(c, audience),
      );
      if (signedIn) keepSignedIn(c, answer.audience, signedIn);
      return c.json(answer satisfies SignInLinkAnswer);
    },
  )
  .get(
    "/auth/me",
    describe({
      summary: "Who is signed in, if anybody",
      tag: "riders",
      security: "public",
      answers: { 200: Me },
    }),
    async (c) => {
      noStore(c);
      const { deps } = c.var;
      const session = readSession(c, "rider");
      const rider = session && findRider(deps.db, session.accountId);
      if (!rider) return c.json({ authenticated: false, getUser: null } satisfies Me);
      await touchSession(deps, session);
      return c.json({ authenticated: true, getUser: toRider(rider) } satisfies Me);
    },
  )
  .get(
    "/auth/current-user",
    describe({
      summary: "The signed-in rider",
      tag: "riders",
      security: "rider",
      answers: { 200: Rider },
    }),
    requireRider,
    (c) => {
      const rider = findRider(c.var.deps.db, c.var.session.accountId);
      if (!rider) throw new AppError("request.unauthenticated");
      return c.json(toRider(rider) satisfies Rider);
    },
  )
  .put(
    "/users/update-profile",
    describe({
      summary: "Change the rider's names, picture, language and, after its code, e-mail or phone",
      tag: "riders",
      security: "rider",
      answers: { 200: UpdateProfileAnswer },
      refusals: [
        "identifier.invalid",
        "contact.taken",
        "picture.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "picture.unreadable",
        "code.sms_country",
        "code.send_limit",
        "request.timeout",
      ],
    }),
    requireRider,
    limitPerAddress(120, 3_600),
    validateForm(UpdateProfile, {
      bytes: LARGEST_PROFILE_BYTES,
      parts: 20,
      tooLarge: "picture.too_large",
    }),
    async (c) => {
      const updateUser = await updateProfile(
        c.var.deps,
        c.var.session.accountId,
        c.req.valid("form"),
        markAsker(c, "rider"),
      );
      return c.json({ updateUser } satisfies UpdateProfileAnswer);
    },
  )
  .get(
    "/users/:id/picture",
    describe({
      summary: "A rider's picture, for the rider and for dispatch",
      tag: "riders",
      security: "rider",
      answers: { 200: "The picture" },
      refusals: ["request.not_found", "admin.locked", "second_factor.missing"],
    }),
    async (c) => {
      const { deps } = c.var;
      const id = c.req.param("id");
      const rider = readSession(c, "rider");
      const staff = readSession(c, "admin");
      if (!rider && !staff) throw new AppError("request.unauthenticated");
      if (rider?.accountId !== id) {
        if (!staff) throw new AppError("request.not_found");
        refuseWithout(staff, "dispatch.read");
      }
      const picture = await readPicture(deps, id);
      if (!picture) throw new AppError("request.not_found");
      noStore(c);
      c.header("Content-Type", picture.contentType);
      c.header("Content-Disposition", "inline");
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      return c.body(picture.content);
    },
  )
  .delete(
    "/users/picture",
    describe({
      summary: "Remove the rider's picture",
      tag: "riders",
      security: "rider",
      answers: { 200: UpdateProfileAnswer },
    }),
    requireRider,
    async (c) => {
      const updateUser = await removePicture(c.var.deps, c.var.session.accountId);
      return c.json({ updateUser } satisfies UpdateProfileAnswer);
    },
  )
  .delete(
    "/users/pending-contacts/:kind",
    describe({
      summary: "Take back the change of an e-mail address or phone number",
      tag: "riders",
      security: "rider",
      answers: { 200: UpdateProfileAnswer },
    }),
    requireRider,
    validate("param", ContactKind),
    async (c) => {
      const { kind } = c.req.valid("param");
      const updateUser = await withdrawContact(c.var.deps, c.var.session.accountId, kind);
      return c.json({ updateUser } satisfies UpdateProfileAnswer);
    },
  )
  .post(
    "/users/verify-contact",
    describe({
      summary: "Confirm a new e-mail address or phone number by its code",
      tag: "riders",
      security: "rider",
      answers: { 200: UpdateProfileAnswer },
      refusals: [
        "identifier.invalid",
        "code.invalid_form",
        "code.refused",
        "contact.taken",
        "request.too_many",
      ],
    }),
    requireRider,
    limitPerAddress(600, 600),
    validate("json", VerifyContact),
    async (c) => {
      const updateUser = await verifyContact(
        c.var.deps,
        c.var.session.accountId,
        c.req.valid("json"),
        askerOf(c, "rider"),
      );
      return c.json({ updateUser } satisfies UpdateProfileAnswer);
    },
  )
  .post(
    "/auth/logout",
    describe({
      summary: "End the session, here and on the server",
      tag: "riders",
      security: "public",
      answers: { 200: Done },
    }),
    async (c) => {
      noStore(c);
      const session = readSession(c, "rider");
      if (session) await endSession(c.var.deps, "rider", session.accountId, session.id);
      dropSession(c, "rider");
      return c.json({ message: "Signed out." } satisfies Done);
    },
  )
  .get(
    "/auth/sessions",
    describe({
      summary: "Where the rider is signed in",
      tag: "riders",
      security: "rider",
      answers: { 200: SignedInDevices },
    }),
    requireRider,
    (c) => c.json(listDevices(c.var.deps, c.var.session) satisfies SignedInDevices),
  )
  .delete(
    "/auth/sessions/:id",
    describe({
      summary: "End one of the rider's sessions",
      tag: "riders",
      security: "rider",
      answers: { 200: Done },
      refusals: ["request.not_found"],
    }),
    requireRider,
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      if (!(await revokeSession(deps, session, id, askerOf(c, "rider").device)))
        throw new AppError("request.not_found");
      if (id === session.id) dropSession(c, "rider");
      return c.json({ message: "The session has ended." } satisfies Done);
    },
  );
