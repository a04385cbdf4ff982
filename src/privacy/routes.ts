/** A rider's copy of their data, and the end of their account. */
import { askerOf, dropDevice, dropSession, markAsker } from "../server/cookies";
import { createRouter, describe, limitPerSession, requireRider, validate } from "../server/http";
import { Message } from "../settings/contract";
import { confirmItIsMe, sendConfirmation } from "./confirm-actions";
import { ConfirmationSent, ConfirmItIsMe, EraseAccount, PrivacyState } from "./contract";
import { makeCopy } from "./copy-actions";
import { eraseAccount } from "./erase-actions";
import { privacyState } from "./queries";
import { retentionRoutes } from "./retention-routes";

const tag = "riders";

export const privacyRoutes = createRouter()
  .get(
    "/users/privacy",
    describe({
      summary: "What stands between the rider and a copy of their data, or its erasure",
      tag,
      security: "rider",
      answers: { 200: PrivacyState },
    }),
    requireRider,
    (c) => c.json(privacyState(c.var.deps, c.var.session) satisfies PrivacyState),
  )
  .post(
    "/users/confirmation-code",
    describe({
      summary: "Send the rider a code that confirms that it is them",
      tag,
      security: "rider",
      answers: { 200: ConfirmationSent },
      refusals: ["account.no_contact", "code.send_limit", "code.sms_country"],
    }),
    requireRider,
    async (c) => {
      const { deps, session } = c.var;
      const sent = await sendConfirmation(deps, session.accountId, markAsker(c, "rider"));
      return c.json(sent satisfies ConfirmationSent);
    },
  )
  .post(
    "/users/confirmation",
    describe({
      summary: "Confirm by the code; the session counts as confirmed for 10 minutes",
      tag,
      security: "rider",
      answers: { 200: PrivacyState },
      refusals: ["code.invalid_form", "code.refused", "account.no_contact", "request.too_many"],
    }),
    requireRider,
    limitPerSession(120, 3_600),
    validate("json", ConfirmItIsMe),
    async (c) => {
      const { deps, session } = c.var;
      await confirmItIsMe(deps, session, c.req.valid("json"), askerOf(c, "rider"));
      return c.json(privacyState(deps, session) satisfies PrivacyState);
    },
  )
  .post(
    "/users/export",
    describe({
      summary: "Everything that is kept of the rider, as a ZIP; needs a sign-in or code just now",
      tag,
      security: "rider",
      answers: { 200: "application/zip" },
      refusals: ["account.confirm_first", "account.export_limit"],
    }),
    requireRider,
    async (c) => {
      const { deps, session } = c.var;
      const bytes = await makeCopy(deps, session);
      const limitIdle = c.env.keepOpen?.();
      const day = new Date(deps.now()).toISOString().slice(0, 10);
      c.header("Content-Type", "application/zip");
      c.header(
        "Content-Disposition",
        `attachment; filename="${deps.config.brandSlug}-data-${day}.zip"`,
      );
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
    describe({
      summary: "Erase the rider's account by a code, and end all their sessions",
      tag,
      security: "rider",
      answers: { 200: Message },
      refusals: [
        "account.trip_under_way",
        "account.trips_ahead",
        "account.confirm_first",
        "code.invalid_form",
        "code.refused",
        "request.too_many",
      ],
    }),
    requireRider,
    limitPerSession(30, 3_600),
    validate("json", EraseAccount),
    async (c) => {
      const { deps, session } = c.var;
      await eraseAccount(deps, session, c.req.valid("json"), askerOf(c, "rider"));
      dropSession(c, "rider");
      dropDevice(c, "rider");
      return c.json({ message: "Your account is erased." } satisfies Message);
    },
  )
  .route("/", retentionRoutes);
