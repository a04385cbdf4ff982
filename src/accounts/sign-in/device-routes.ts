/** Calls that list where a rider or driver is signed in, and end those sessions. */
import { AppError } from "../../errors";
import { createRouter } from "../../server/calls";
import { requesterOf, clearSessionCookie } from "../../server/cookies";
import { readSession } from "../../server/http";
import { Done, SignedInDevices } from "../contract";
import { endSession, revokeSession } from "../sessions/session-actions";
import { listDevices } from "../sessions/session-queries";

function deviceCalls(audience: "rider" | "driver") {
  return createRouter(`${audience}s`)
    .post(
      "/logout",
      `Signs the ${audience} out in this browser and on the server`,
      { who: "public", answer: Done },
      async ({ c, deps }) => {
        c.header("Cache-Control", "no-store");
        const session = readSession(c, audience);
        if (session) await endSession(deps, audience, session.accountId, session.id);
        clearSessionCookie(c, audience);
        return { message: "Signed out." };
      },
    )
    .get(
      "/sessions",
      `Lists the phones and browsers where the ${audience} is signed in`,
      { who: audience, answer: SignedInDevices },
      ({ deps, session }) => listDevices(deps, session),
    )
    .delete(
      "/sessions/:id",
      `Ends one of the ${audience}'s sessions`,
      { who: audience, answer: Done },
      async ({ c, deps, session, id }) => {
        if (!(await revokeSession(deps, session, id, requesterOf(c, audience).device)))
          throw new AppError("request.not_found");
        if (id === session.id) clearSessionCookie(c, audience);
        return { message: "The session has ended." };
      },
    );
}

export const deviceRoutes = createRouter("accounts")
  .with(deviceCalls("rider"), "/auth")
  .with(deviceCalls("driver"), "/driver");
