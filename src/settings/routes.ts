import { createRouter } from "../server/calls";
import { CountryAnswer, Settings } from "./contract";
import { visitorCountry } from "./country";
import { publicSettings } from "./queries";
import { connectionRoutes } from "./connections/connection-routes";
import { contactRoutes } from "./contact-routes";
import { operatorRoutes } from "./operator-routes";
import { widgetRoutes } from "./widget/widget-routes";

export const settingsRoutes = createRouter("settings")
  .get(
    "/settings",
    "Gives the operator's public details",
    { who: "public", answer: Settings },
    ({ c, deps }) => {
      c.header("Cache-Control", "no-store");
      return publicSettings(deps);
    },
  )
  .get(
    "/geo/country",
    "Gives the visitor's country, found by the network address",
    { who: "public", answer: CountryAnswer },
    ({ c }) => {
      c.header("Cache-Control", "no-store");
      return { country_code: visitorCountry(c.var.address) };
    },
  )
  .with(connectionRoutes)
  .with(contactRoutes)
  .with(operatorRoutes)
  .with(widgetRoutes);
