import { askerOf } from "../server/cookies";
import { createRouter, describe, limitPerAddress, readSession } from "../server/http";
import { jsonOrForm } from "../server/multipart";
import { Message } from "../settings/contract";
import { writeToUs } from "./actions";
import { AskForRide } from "./ride-contract";
import { rideMessage } from "./ride-rules";

/** The form of the page on which a ride is asked for. */
export const rideRequestRoutes = createRouter().post(
  "/ride-requests",
  describe({
    summary:
      "Asks to be called back about a ride, as JSON or by a plain form (answered with a redirect); 5 an hour from an address",
    tag: "contact",
    security: "public",
    answers: { 201: Message, 303: "To the page that says what came of a plain form" },
    refusals: ["request.too_many", "request.too_large", "request.wrong_type"],
  }),
  jsonOrForm(AskForRide, { done: "/request-ride?sent=yes" }),
  // Behind the checks: somebody who mistypes has not asked yet.
  limitPerAddress(5, 3_600),
  async (c) => {
    const { deps } = c.var;
    c.header("Cache-Control", "no-store");
    await writeToUs(deps, rideMessage(c.req.valid("json")), {
      riderId: readSession(c, "rider")?.accountId ?? null,
      language: askerOf(c, "rider").language,
    });
    return c.json({ message: "Thank you. We call you back." } satisfies Message, 201);
  },
);
