import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/fleet")(
  textPage("fleet", "Vehicles", async (api) => {
    const [{ vehicleClasses }, { priceList }] = await Promise.all([
      load(api["vehicle-classes"].$get()),
      load(api["price-list"].$get()),
    ]);
    return { vehicleClasses, priceList };
  }),
);
