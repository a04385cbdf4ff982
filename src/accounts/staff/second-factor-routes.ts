import { createRouter } from "../../server/calls";
import { Message } from "../../settings/contract";
import {
  confirmSecondFactor,
  offerSecondFactor,
  renewRecoveryCodes,
  turnSecondFactorOff,
} from "./second-factor-actions";
import {
  ConfirmSecondFactor,
  OfferSecondFactor,
  ProveSecondFactor,
  RecoveryCodes,
  SecondFactorOffer,
  SecondFactorState,
} from "./second-factor-contract";
import { readSecondFactorState } from "./second-factor-queries";

/** Calls for one's own second factor, also for staff who do not yet have a required one. */
export const secondFactorRoutes = createRouter("staff")
  .get(
    "/admin/second-factor",
    "Says whether your second factor is on, and how many recovery codes are left",
    { who: "profile.edit", answer: SecondFactorState },
    ({ deps, actor }) => readSecondFactorState(deps, actor.id),
  )
  .post(
    "/admin/second-factor/offer",
    "Gives a key for an authenticator app. Nothing changes until the key is confirmed",
    {
      who: "profile.edit",
      body: OfferSecondFactor,
      answer: SecondFactorOffer,
      refuses: ["admin.current_password", "admin.login_limit", "second_factor.on"],
    },
    ({ deps, session, body: { currentPassword } }) =>
      offerSecondFactor(deps, session, currentPassword),
  )
  .put(
    "/admin/second-factor",
    "Turns the second factor on with a code from the authenticator app, and ends your other sessions",
    {
      who: "profile.edit",
      body: ConfirmSecondFactor,
      answer: RecoveryCodes,
      refuses: [
        "second_factor.wrong_code",
        "second_factor.offer_over",
        "second_factor.on",
        "admin.login_limit",
      ],
    },
    ({ deps, session, body }) => confirmSecondFactor(deps, session, body),
  )
  .delete(
    "/admin/second-factor",
    "Turns the second factor off. Needs your password and a code",
    {
      who: "profile.edit",
      body: ProveSecondFactor,
      answer: Message,
      refuses: [
        "admin.current_password",
        "admin.login_limit",
        "second_factor.wrong_code",
        "second_factor.off",
        "second_factor.required",
      ],
    },
    async ({ deps, session, body }) => {
      await turnSecondFactorOff(deps, session, body);
      return { message: "The second factor is off." };
    },
  )
  .post(
    "/admin/second-factor/recovery-codes",
    "Creates ten new recovery codes, which replace the old codes. Needs your password and a code",
    {
      who: "profile.edit",
      body: ProveSecondFactor,
      answer: RecoveryCodes,
      refuses: [
        "admin.current_password",
        "admin.login_limit",
        "second_factor.wrong_code",
        "second_factor.off",
      ],
    },
    ({ deps, session, body }) => renewRecoveryCodes(deps, session, body),
  );
