/** The health check. It answers as soon as the server listens, so it imports nothing else of the API. */
import { z } from "zod";
import { createRouter } from "./calls";
import { version } from "../process/version";

const Health = z.object({ status: z.literal("ok"), version: z.string() });

/** `/healthz`. */
export const healthRoutes = createRouter("system").get(
  "/healthz",
  "Says whether the server is running, and its version",
  { who: "public", answer: Health },
  ({ c }) => {
    c.header("Cache-Control", "no-store");
    return { status: "ok" as const, version };
  },
);
