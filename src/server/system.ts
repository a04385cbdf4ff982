/** Calls for the operator's own monitoring. */
import { hasForwardedClient } from "./addresses";
import { AppError } from "../errors";
import { createRouter } from "./calls";
import { equalInConstantTime } from "../process/keys";
import { metricsText, metricsContentType } from "./metrics";

/** Whether an address is this machine's own. */
function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

/** Headers by which a proxy can be recognized. */
const proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-proto", "via"];

/** The call `/metrics`. `/healthz` is in `health.ts`. */
export const systemRoutes = createRouter("system").get(
  "/metrics",
  "Gives the metrics as Prometheus text, on the loopback address or with the metrics token",
  { who: "public", answer: "Prometheus text format", refuses: ["request.not_found"] },
  ({ c, deps }) => {
    const { config } = deps;
    const bearerToken = c.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
    // A proxy on this machine makes every client appear as loopback, unless it is trusted and names the client.
    const isKnown = hasForwardedClient(c.req.raw, config.trustProxy);
    const isForwarded = !isKnown && proxyHeaders.some((name) => c.req.header(name) !== undefined);
    const allowed =
      (isLoopback(c.var.address) && !isForwarded) ||
      (config.metricsToken && equalInConstantTime(bearerToken, config.metricsToken));
    if (!allowed) throw new AppError("request.not_found");
    c.header("Cache-Control", "no-store");
    return c.text(metricsText(deps), 200, { "Content-Type": metricsContentType });
  },
);
