/** The routes of a rider's data copy and of erasing the account. */
import { createRouter } from "../server/calls";
import {
  requesterOf,
  clearDeviceCookie,
  clearSessionCookie,
  setRequesterCookie,
} from "../server/cookies";
import { limitPerSession } from "../server/http";
import { Message } from "../settings/contract";
import { confirmIdentity, sendConfirmation } from "./confirm-actions";
import { ConfirmationSent, ConfirmIdentity, EraseAccount, PrivacyState } from "./contract";
import { copyFileName, makeDataCopy } from "./data-copy-actions";
import { eraseAccount } from "./erase-actions";
import { privacyState } from "./queries";
import { retentionRoutes } from "./retention-routes";

export const privacyRoutes = createRouter("riders")
  .get(
    "/users/privacy",
    "Says what the rider must do before they can copy their data or delete their account",
    { who: "rider", answer: PrivacyState },
    ({ deps, session }) => privacyState(deps, session),
  )
  .post(
    "/users/confirmation-code",
    "Sends the rider a code that confirms who they are",
    {
      who: "rider",
      answer: ConfirmationSent,
      refuses: ["account.no_contact", "code.send_limit", "code.sms_country"],
    },
    ({ c, deps, actor }) => sendConfirmation(deps, actor.id, setRequesterCookie(c, "rider")),
  )
  .post(
    "/users/confirmation",
    "Confirms who the rider is with the code. The confirmation is valid for 10 minutes in the session",
    {
      who: "rider",
      body: ConfirmIdentity,
      answer: PrivacyState,
      refuses: ["code.invalid_form", "code.refused", "account.no_contact"],
      use: limitPerSession(120, 3_600),
    },
    async ({ c, deps, session, body }) => {
      await confirmIdentity(deps, session, body, requesterOf(c, "rider"));
      return privacyState(deps, session);
    },
  )
  .post(
    "/users/export",
    "Gives all data about the rider as a ZIP. Needs a recent sign-in or code",
    {
      who: "rider",
      answer: "application/zip",
      refuses: ["account.confirm_first", "account.export_limit"],
    },
    async ({ c, deps, session }) => {
      const bytes = await makeDataCopy(deps, session);
      const limitIdle = c.env.keepOpen?.();
      c.header("Content-Type", "application/zip");
      c.header("Content-Disposition", `attachment; filename="${copyFileName(deps)}"`);
      return c.body(
        new ReadableStream({
          pull: async (controller) => {
            const { done, value } = await bytes.next();
            if (!done) return controller.enqueue(value);
            limitIdle?.();
            controller.close();
          },
          cancel: async () => {
            limitIdle?.();
            await bytes.return(undefined);
          },
        }),
      );
    },
  )
  .post(
    "/users/erasure",
    "Erases the rider's account with a code, and ends all their sessions",
    {
      who: "rider",
      body: EraseAccount,
      answer: Message,
      refuses: [
        "account.trip_under_way",
        "account.trips_ahead",
        "account.confirm_first",
        "code.invalid_form",
        "code.refused",
      ],
      use: limitPerSession(30, 3_600),
    },
    async ({ c, deps, session, body }) => {
      await eraseAccount(deps, session, body, requesterOf(c, "rider"));
      clearSessionCookie(c, "rider");
      clearDeviceCookie(c, "rider");
      return { message: "Your account is deleted." };
    },
  )
  .with(retentionRoutes);
