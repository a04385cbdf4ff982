import { createRouter } from "../server/calls";
import { requesterOf } from "../server/cookies";
import { limitPerAddress, readSession } from "../server/http";
import { readJsonOrForm } from "../server/multipart";
import { Message } from "../settings/contract";
import { submitContactMessage } from "./actions";
import { RideRequest } from "./ride-request-contract";
import { rideRequestMessage } from "./ride-request-rules";

/** The API for the form on the page for ride requests. */
export const rideRequestRoutes = createRouter("contact").post(
  "/ride-requests",
  "Asks for a call back about a ride, at most 5 times an hour from one address. Takes JSON, or a plain form that is answered with a redirect",
  {
    who: "public",
    body: readJsonOrForm(RideRequest, {
      done: "/request-ride?sent=yes",
      limit: limitPerAddress(5, 3_600),
    }),
    created: Message,
    redirects: { 303: "Redirects to the page with the result of the form" },
  },
  async ({ c, deps, body }) => {
    c.header("Cache-Control", "no-store");
    await submitContactMessage(deps, rideRequestMessage(body), {
      riderId: readSession(c, "rider")?.accountId ?? null,
      language: requesterOf(c, "rider").language,
    });
    return { message: "Thank you. We’ll call you back." };
  },
);
