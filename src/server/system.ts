/** Metrics and the API's own description. */
import { Hono } from "hono";
import { generateSpecs } from "hono-openapi";
import { isClientKnown } from "./addresses";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { createRouter, specsOf } from "./calls";
import type { Env } from "./http";
import { type KeptBytes, keepJson } from "./kept-bytes";
import { equal } from "../process/keys";
import { metricsText, metricsType } from "./metrics";
import { version } from "../process/version";

/** Whether an address is this machine's own. */
function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

/** By one of these a proxy shows itself. */
const proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-proto", "via"];

/** `/metrics`; `/healthz` is in `health.ts`. */
export const systemRoutes = createRouter("system").get(
  "/metrics",
  "Prometheus text, on the loopback address or with the metrics token",
  { who: "public", answer: "Prometheus text format", refuses: ["request.not_found"] },
  ({ c, deps }) => {
    const { config } = deps;
    const bearer = c.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
    // A proxy on this machine that does not say, or is not believed, from where brings everybody from loopback.
    const isKnown = isClientKnown(c.req.raw, config.trustProxy);
    const forwarded = !isKnown && proxyHeaders.some((name) => c.req.header(name) !== undefined);
    const allowed =
      (isLoopback(c.var.address) && !forwarded) ||
      (config.metricsToken && equal(bearer, config.metricsToken));
    if (!allowed) throw new AppError("request.not_found");
    c.header("Cache-Control", "no-store");
    return c.text(metricsText(deps), 200, { "Content-Type": metricsType });
  },
);

/** The same calls as `hono-openapi` reads them: all that is said of each. */
function described(app: Hono<Env>): Hono {
  const shown = new Hono();
  for (const { method, path, handler } of app.routes)
    for (const spec of specsOf(handler)) shown.on(method, path, spec);
  return shown;
}

/** The OpenAPI document of all that is mounted on `app`; made once, when first asked. */
export function describeApp(app: Hono<Env>, deps: Deps): () => Promise<KeptBytes> {
  let made: Promise<KeptBytes> | undefined;
  return () => {
    made ??= generateSpecs(described(app), {
      excludeStaticFile: false,
      documentation: {
        info: {
          title: "Livery",
          version,
          description: "The calls of Livery. Every failure is { message, code, fields? }.",
        },
        servers: [{ url: deps.config.publicUrl }],
        components: {
          securitySchemes: Object.fromEntries(
            (["rider", "driver", "admin"] as const).map((audience) => [
              audience,
              {
                type: "apiKey" as const,
                in: "cookie" as const,
                name: `${deps.config.secure ? "__Host-" : ""}livery_${audience}`,
              },
            ]),
          ),
        },
      },
    }).then((document) => keepJson(document));
    return made;
  };
}
