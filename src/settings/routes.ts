import { createRouter, describe } from "../server/http";
import { CountryAnswer, Settings } from "./contract";
import { visitorCountry } from "./country";
import { publicSettings } from "./queries";
import { contactRoutes } from "./contact-routes";
import { operatorRoutes } from "./operator-routes";
import { widgetRoutes } from "./widget-routes";

export const settingsRoutes = createRouter()
  .get(
    "/settings",
    describe({
      summary: "What every page may know of the operator",
      tag: "settings",
      security: "public",
      answers: { 200: Settings },
    }),
    (c) => {
      c.header("Cache-Control", "no-store");
      return c.json(publicSettings(c.var.deps) satisfies Settings);
    },
  )
  .get(
    "/geo/country",
    describe({
      summary: "The visitor's country, by the network address",
      tag: "settings",
      security: "public",
      answers: { 200: CountryAnswer },
    }),
    (c) => {
      c.header("Cache-Control", "no-store");
      return c.json({ country_code: visitorCountry(c.var.address) } satisfies CountryAnswer);
    },
  )
  .route("/", contactRoutes)
  .route("/", operatorRoutes)
  .route("/", widgetRoutes);
