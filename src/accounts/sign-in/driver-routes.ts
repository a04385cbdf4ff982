/** A driver's sign-in and session. Their cookie is their own: it opens no rider's door. */
import { createRouter } from "../../server/calls";
import { askerOf, dropSession, keepSignedIn, markAsker } from "../../server/cookies";
import { DriverVerifyAnswer, GetDriver } from "../../drivers/contract";
import { AppError } from "../../errors";
import { limitPerAddress, readSession } from "../../server/http";
import { Done, DriverSendCodeAnswer, SendCode, SignedInDevices, VerifyCode } from "../contract";
import { findDriver } from "./driver-queries";
import { endSession, revokeSession, touchSession } from "../sessions/session-actions";
import { listDevices } from "../sessions/session-queries";
import { sendDriverCode, signInDriver } from "./sign-in-actions";

export const driverSignInRoutes = createRouter("drivers")
  .post(
    "/driver/checkdriver-sendotp",
    "Send a driver's sign-in code",
    {
      who: "public",
      body: SendCode,
      answer: DriverSendCodeAnswer,
      refuses: ["identifier.invalid", "driver.unknown", "code.sms_country", "code.send_limit"],
    },
    async ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      return await sendDriverCode(deps, body, markAsker(c, "driver"));
    },
  )
  .post(
    "/driver/verify-otp",
    "Sign a driver in by a code",
    {
      who: "public",
      body: VerifyCode,
      answer: DriverVerifyAnswer,
      refuses: ["identifier.invalid", "code.invalid_form", "code.refused", "driver.suspended"],
      use: limitPerAddress(600, 600),
    },
    async ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      const { signedIn, token } = await signInDriver(deps, body, askerOf(c, "driver"));
      const getdriver = findDriver(deps.db, signedIn.accountId);
      if (!getdriver) throw new AppError("code.refused");
      keepSignedIn(c, "driver", signedIn);
      return { token, getdriver };
    },
  )
  .get(
    "/driver/get-driver",
    "Which driver is signed in, if any",
    { who: "public", answer: GetDriver },
    async ({ c, deps }) => {
      c.header("Cache-Control", "no-store");
      const session = readSession(c, "driver");
      const getdriver = session && findDriver(deps.db, session.accountId);
      if (!getdriver) return { authenticated: false, getdriver: null };
      await touchSession(deps, session);
      return { authenticated: true, getdriver };
    },
  )
  .post(
    "/driver/logout",
    "End the driver's session, here and on the server",
    { who: "public", answer: Done },
    async ({ c, deps }) => {
      c.header("Cache-Control", "no-store");
      const session = readSession(c, "driver");
      if (session) await endSession(deps, "driver", session.accountId, session.id);
      dropSession(c, "driver");
      return { message: "Signed out." };
    },
  )
  .get(
    "/driver/sessions",
    "Where the driver is signed in",
    { who: "driver", answer: SignedInDevices },
    ({ deps, session }) => listDevices(deps, session),
  )
  .delete(
    "/driver/sessions/:id",
    "End one of the driver's sessions",
    { who: "driver", answer: Done },
    async ({ c, deps, session, id }) => {
      if (!(await revokeSession(deps, session, id, askerOf(c, "driver").device)))
        throw new AppError("request.not_found");
      if (id === session.id) dropSession(c, "driver");
      return { message: "The session has ended." };
    },
  );
