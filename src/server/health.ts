/** Liveness: asked as soon as the server listens, so that it knows nothing else of the API. */
import { z } from "zod";
import { createRouter, describe } from "./http";
import { version } from "../process/version";

const Health = z.object({ status: z.literal("ok"), version: z.string() });

/** `/healthz`. */
export const healthRoutes = createRouter().get(
  "/healthz",
  describe({
    summary: "Whether the server lives, with its version",
    tag: "system",
    security: "public",
    answers: { 200: Health },
  }),
  (c) => {
    c.header("Cache-Control", "no-store");
    return c.json({ status: "ok" as const, version } satisfies z.infer<typeof Health>);
  },
);
