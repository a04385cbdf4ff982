/** Calls for a driver's sign-in and session. Their cookie is separate and gives no access to a rider's account. */
import { createRouter } from "../../server/calls";
import { requesterOf, setSignInCookies, setRequesterCookie } from "../../server/cookies";
import { DriverLanguage, DriverVerifyAnswer, GetDriverAnswer } from "../../drivers/contract";
import { AppError } from "../../errors";
import { limitPerAddress, readSession } from "../../server/http";
import { DriverSendCodeAnswer, SendCode, VerifyCode } from "../contract";
import { findDriver } from "./driver-queries";
import { updateLastSeen } from "../sessions/session-actions";
import { changeDriverLanguage, sendDriverCode, signInDriver } from "./sign-in-actions";

export const driverSignInRoutes = createRouter("drivers")
  .post(
    "/driver/checkdriver-sendotp",
    "Sends a driver's sign-in code",
    {
      who: "public",
      body: SendCode,
      answer: DriverSendCodeAnswer,
      refuses: ["identifier.invalid", "driver.unknown", "code.sms_country", "code.send_limit"],
    },
    async ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      return await sendDriverCode(deps, body, setRequesterCookie(c, "driver"));
    },
  )
  .post(
    "/driver/verify-otp",
    "Signs a driver in with a code",
    {
      who: "public",
      body: VerifyCode,
      answer: DriverVerifyAnswer,
      refuses: ["identifier.invalid", "code.invalid_form", "code.refused", "driver.suspended"],
      use: limitPerAddress(600, 600),
    },
    async ({ c, deps, body }) => {
      c.header("Cache-Control", "no-store");
      const { signedIn, token } = await signInDriver(deps, body, requesterOf(c, "driver"));
      const getdriver = findDriver(deps.db, signedIn.accountId);
      if (!getdriver) throw new AppError("code.refused");
      setSignInCookies(c, "driver", signedIn);
      return { token, getdriver };
    },
  )
  .put(
    "/driver/language",
    "Chooses the language of the driver's pages and messages",
    { who: "driver", body: DriverLanguage, answer: DriverLanguage },
    async ({ deps, actor, body }) => {
      await changeDriverLanguage(deps, actor.id, body.language);
      return body;
    },
  )
  .get(
    "/driver/get-driver",
    "Says which driver is signed in, if any",
    { who: "public", answer: GetDriverAnswer },
    async ({ c, deps }) => {
      c.header("Cache-Control", "no-store");
      const session = readSession(c, "driver");
      const getdriver = session && findDriver(deps.db, session.accountId);
      if (!getdriver) return { authenticated: false, getdriver: null };
      await updateLastSeen(deps, session);
      return { authenticated: true, getdriver };
    },
  );
