import { createRouter, describe } from "../http";
import { Settings } from "./contract";
import { publicSettings } from "./queries";

export const settingsRoutes = createRouter().get(
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
);
