import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/")(
  textPage("home", undefined, async (api) => {
    const [{ services }, { vehicleClasses }] = await Promise.all([
      load(api.content.services.$get()),
      load(api["vehicle-classes"].$get()),
    ]);
    return { services, vehicleClasses };
  }),
);
