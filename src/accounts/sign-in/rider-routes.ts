/** Calls for a rider's sign-in, session and account. */
import { createRouter } from "../../server/calls";
import type { Context } from "hono";
import { multipart } from "../../server/multipart";
import { requesterOf, setSignInCookies, setRequesterCookie } from "../../server/cookies";
import { AppError } from "../../errors";
import { limitPerAddress, readSession, assertPermission } from "../../server/http";
import { verifyContact, withdrawContact } from "../contact-actions";
import {
  ContactKind,
  Me,
  Rider,
  SendCode,
  SendCodeAnswer,
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
import { updateLastSeen } from "../sessions/session-actions";
import { signInByLink, sendRiderCode, signInRider } from "./sign-in-actions";

/** A picture of 5 MB and the rest of the form. */
const MAX_PROFILE_FORM_BYTES = 5 * 1024 * 1024 + 64 * 1024;

const setNoStore = (c: Context) => c.header("Cache-Control", "no-store");

export const riderRoutes = createRouter("riders")
  .post(
    "/auth/send-otp",
    "Sends a rider's sign-in code",
    {
      who: "public",
      body: SendCode,
      answer: SendCodeAnswer,
      refuses: ["identifier.invalid", "code.sms_country", "code.send_limit"],
    },
    async ({ c, deps, body }) => {
      setNoStore(c);
      return await sendRiderCode(deps, body, setRequesterCookie(c, "rider"));
    },
  )
  .post(
    "/auth/verify-otp",
    "Signs a rider in with a code",
    {
      who: "public",
      body: VerifyCode,
      answer: VerifyCodeAnswer,
      refuses: ["identifier.invalid", "code.invalid_form", "code.refused"],
      use: limitPerAddress(600, 600),
    },
    async ({ c, deps, body }) => {
      setNoStore(c);
      const requester = requesterOf(c, "rider");
      const { rider, token, signedIn } = await signInRider(deps, body, requester);
      setSignInCookies(c, "rider", signedIn);
      return { token, getUser: rider };
    },
  )
  .post(
    "/auth/signin-link",
    "Uses a one-tap link, which signs a rider or driver in, or confirms a new e-mail address or phone number",
    {
      who: "public",
      body: SignInLink,
      answer: SignInLinkAnswer,
      refuses: ["link.refused", "contact.taken", "driver.suspended"],
      use: limitPerAddress(120, 600),
    },
    async ({ c, deps, body }) => {
      setNoStore(c);
      const { signedIn, ...answer } = await signInByLink(deps, body.token, (audience) =>
        requesterOf(c, audience),
      );
      if (signedIn) setSignInCookies(c, answer.audience, signedIn);
      return answer;
    },
  )
  .get(
    "/auth/me",
    "Says who is signed in, if anybody",
    { who: "public", answer: Me },
    async ({ c, deps }) => {
      setNoStore(c);
      const session = readSession(c, "rider");
      const rider = session && findRider(deps.db, session.accountId);
      if (!rider) return { authenticated: false, getUser: null };
      await updateLastSeen(deps, session);
      return { authenticated: true, getUser: toRider(deps, rider) };
    },
  )
  .get(
    "/auth/current-user",
    "Gives the account of the signed-in rider",
    { who: "rider", answer: Rider },
    ({ deps, actor }) => {
      const rider = findRider(deps.db, actor.id);
      if (!rider) throw new AppError("request.unauthenticated");
      return toRider(deps, rider);
    },
  )
  .put(
    "/users/update-profile",
    "Changes the rider's name, picture or language. A new e-mail address or phone number must be confirmed with a code",
    {
      who: "rider",
      form: multipart(UpdateProfile, {
        bytes: MAX_PROFILE_FORM_BYTES,
        parts: 20,
        tooLarge: "picture.too_large",
      }),
      answer: UpdateProfileAnswer,
      refuses: ["identifier.invalid", "contact.taken", "code.sms_country", "code.send_limit"],
      use: limitPerAddress(120, 3_600),
    },
    async ({ c, deps, actor, form }) => ({
      updateUser: await updateProfile(deps, actor.id, form, setRequesterCookie(c, "rider")),
    }),
  )
  .get(
    "/users/:id/picture",
    "Gives a rider's picture, to the rider or to dispatch",
    {
      who: "public",
      security: "rider",
      answer: "The picture",
      refuses: ["admin.locked", "second_factor.missing"],
    },
    async ({ c, deps, id }) => {
      const rider = readSession(c, "rider");
      const staff = readSession(c, "admin");
      if (!rider && !staff) throw new AppError("request.unauthenticated");
      if (rider?.accountId !== id) {
        if (!staff) throw new AppError("request.not_found");
        assertPermission(staff, "dispatch.view");
      }
      const picture = await readPicture(deps, id);
      if (!picture) throw new AppError("request.not_found");
      setNoStore(c);
      c.header("Content-Type", picture.contentType);
      c.header("Content-Disposition", "inline");
      c.header("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
      return c.body(picture.content);
    },
  )
  .delete(
    "/users/picture",
    "Removes the rider's picture",
    { who: "rider", answer: UpdateProfileAnswer },
    async ({ deps, actor }) => ({ updateUser: await removePicture(deps, actor.id) }),
  )
  .delete(
    "/users/pending-contacts/:kind",
    "Cancels the pending change of an e-mail address or phone number",
    { who: "rider", param: ContactKind, answer: UpdateProfileAnswer },
    async ({ deps, actor, kind }) => ({ updateUser: await withdrawContact(deps, actor.id, kind) }),
  )
  .post(
    "/users/verify-contact",
    "Confirms a new e-mail address or phone number with its code",
    {
      who: "rider",
      body: VerifyContact,
      answer: UpdateProfileAnswer,
      refuses: ["identifier.invalid", "code.invalid_form", "code.refused", "contact.taken"],
      use: limitPerAddress(600, 600),
    },
    async ({ c, deps, actor, body }) => ({
      updateUser: await verifyContact(deps, actor.id, body, requesterOf(c, "rider")),
    }),
  );
