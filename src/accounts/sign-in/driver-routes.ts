/** A driver's sign-in and session. Their cookie is their own: it opens no rider's door. */
import { askerOf, dropSession, keepSignedIn, markAsker } from "../../server/cookies";
import { DriverVerifyAnswer, GetDriver } from "../../drivers/contract";
import { AppError } from "../../errors";
import {
  createRouter,
  describe,
  limitPerAddress,
  readSession,
  requireDriver,
  validate,
} from "../../server/http";
import { Done, DriverSendCodeAnswer, SendCode, SignedInDevices, VerifyCode } from "../contract";
import { findDriver } from "./driver-queries";
import { endSession, revokeSession, touchSession } from "../sessions/session-actions";
import { listDevices } from "../sessions/session-queries";
import { sendDriverCode, signInDriver } from "./sign-in-actions";

export const driverSignInRoutes = createRouter()
  .post(
    "/driver/checkdriver-sendotp",
    describe({
      summary: "Send a driver's sign-in code",
      tag: "drivers",
      security: "public",
      answers: { 200: DriverSendCodeAnswer },
      refusals: ["identifier.invalid", "driver.unknown", "code.sms_country", "code.send_limit"],
    }),
    validate("json", SendCode),
    async (c) => {
      c.header("Cache-Control", "no-store");
      const answer = await sendDriverCode(c.var.deps, c.req.valid("json"), markAsker(c, "driver"));
      return c.json(answer satisfies DriverSendCodeAnswer);
    },
  )
  .post(
    "/driver/verify-otp",
    describe({
      summary: "Sign a driver in by a code",
      tag: "drivers",
      security: "public",
      answers: { 200: DriverVerifyAnswer },
      refusals: [
        "identifier.invalid",
        "code.invalid_form",
        "code.refused",
        "driver.suspended",
        "request.too_many",
      ],
    }),
    limitPerAddress(600, 600),
    validate("json", VerifyCode),
    async (c) => {
      c.header("Cache-Control", "no-store");
      const { deps } = c.var;
      const { signedIn, token } = await signInDriver(
        deps,
        c.req.valid("json"),
        askerOf(c, "driver"),
      );
      const getdriver = findDriver(deps.db, signedIn.accountId);
      if (!getdriver) throw new AppError("code.refused");
      keepSignedIn(c, "driver", signedIn);
      return c.json({ token, getdriver } satisfies DriverVerifyAnswer);
    },
  )
  .get(
    "/driver/get-driver",
    describe({
      summary: "Which driver is signed in, if any",
      tag: "drivers",
      security: "public",
      answers: { 200: GetDriver },
    }),
    async (c) => {
      c.header("Cache-Control", "no-store");
      const { deps } = c.var;
      const session = readSession(c, "driver");
      const getdriver = session && findDriver(deps.db, session.accountId);
      if (!getdriver) return c.json({ authenticated: false, getdriver: null } satisfies GetDriver);
      await touchSession(deps, session);
      return c.json({ authenticated: true, getdriver } satisfies GetDriver);
    },
  )
  .post(
    "/driver/logout",
    describe({
      summary: "End the driver's session, here and on the server",
      tag: "drivers",
      security: "public",
      answers: { 200: Done },
    }),
    async (c) => {
      c.header("Cache-Control", "no-store");
      const session = readSession(c, "driver");
      if (session) await endSession(c.var.deps, "driver", session.accountId, session.id);
      dropSession(c, "driver");
      return c.json({ message: "Signed out." } satisfies Done);
    },
  )
  .get(
    "/driver/sessions",
    describe({
      summary: "Where the driver is signed in",
      tag: "drivers",
      security: "driver",
      answers: { 200: SignedInDevices },
    }),
    requireDriver,
    (c) => c.json(listDevices(c.var.deps, c.var.session) satisfies SignedInDevices),
  )
  .delete(
    "/driver/sessions/:id",
    describe({
      summary: "End one of the driver's sessions",
      tag: "drivers",
      security: "driver",
      answers: { 200: Done },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    async (c) => {
      const { deps, session } = c.var;
      const id = c.req.param("id");
      if (!(await revokeSession(deps, session, id, askerOf(c, "driver").device)))
        throw new AppError("request.not_found");
      if (id === session.id) dropSession(c, "driver");
      return c.json({ message: "The session has ended." } satisfies Done);
    },
  );
