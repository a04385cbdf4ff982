import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/")(
  textPageRoute(
    "home",
    undefined,
    async (api, query) => {
      const [{ services }, { vehicleClasses }, { area }] = await Promise.all([
        load(api.content.services.$get({ query })),
        load(api["vehicle-classes"].$get()),
        load(api.content.area.$get()),
      ]);
      return { services, vehicleClasses, area };
    },
    "ride",
  ),
);
