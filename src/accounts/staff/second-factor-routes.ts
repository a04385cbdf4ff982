import { createRouter, describe, requirePermission, validate } from "../../server/http";
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

const tag = "staff";

/** The own second factor of staff, also for those who still lack the one they must have. */
export const secondFactorRoutes = createRouter()
  .get(
    "/admin/second-factor",
    describe({
      summary: "Whether the own second factor is on, and how many recovery codes are left",
      tag,
      security: "admin",
      answers: { 200: SecondFactorState },
    }),
    requirePermission("profile.change"),
    (c) => {
      const { deps, session } = c.var;
      return c.json(readSecondFactorState(deps, session.accountId) satisfies SecondFactorState);
    },
  )
  .post(
    "/admin/second-factor/offer",
    describe({
      summary: "A key for an authenticator app; nothing changes until it is confirmed",
      tag,
      security: "admin",
      answers: { 200: SecondFactorOffer },
      refusals: ["admin.current_password", "admin.login_limit", "second_factor.on"],
    }),
    requirePermission("profile.change"),
    validate("json", OfferSecondFactor),
    async (c) => {
      const { deps, session } = c.var;
      const { currentPassword } = c.req.valid("json");
      const offer = await offerSecondFactor(deps, session, currentPassword);
      return c.json(offer satisfies SecondFactorOffer);
    },
  )
  .put(
    "/admin/second-factor",
    describe({
      summary: "Turn the second factor on by a code of the offered key; other sessions end",
      tag,
      security: "admin",
      answers: { 200: RecoveryCodes },
      refusals: [
        "second_factor.wrong_code",
        "second_factor.offer_over",
        "second_factor.on",
        "admin.login_limit",
      ],
    }),
    requirePermission("profile.change"),
    validate("json", ConfirmSecondFactor),
    async (c) => {
      const codes = await confirmSecondFactor(c.var.deps, c.var.session, c.req.valid("json"));
      return c.json(codes satisfies RecoveryCodes);
    },
  )
  .delete(
    "/admin/second-factor",
    describe({
      summary: "Turn the second factor off by password and code",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: [
        "admin.current_password",
        "admin.login_limit",
        "second_factor.wrong_code",
        "second_factor.off",
        "second_factor.required",
      ],
    }),
    requirePermission("profile.change"),
    validate("json", ProveSecondFactor),
    async (c) => {
      await turnSecondFactorOff(c.var.deps, c.var.session, c.req.valid("json"));
      return c.json({ message: "The second factor is off." } satisfies Message);
    },
  )
  .post(
    "/admin/second-factor/recovery-codes",
    describe({
      summary: "Ten new recovery codes by password and code; the old ones are worth nothing",
      tag,
      security: "admin",
      answers: { 200: RecoveryCodes },
      refusals: [
        "admin.current_password",
        "admin.login_limit",
        "second_factor.wrong_code",
        "second_factor.off",
      ],
    }),
    requirePermission("profile.change"),
    validate("json", ProveSecondFactor),
    async (c) => {
      const codes = await renewRecoveryCodes(c.var.deps, c.var.session, c.req.valid("json"));
      return c.json(codes satisfies RecoveryCodes);
    },
  );
