import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/fleet")(
  textPage("fleet", "Vehicles", async (api) => {
    const [{ vehicleClasses }, { from }] = await Promise.all([
      load(api["vehicle-classes"].$get()),
      load(api["told-prices"].$get()),
    ]);
    return { vehicleClasses, from };
  }),
);
