import type { GettingStartedStep } from "../../../src/desk/getting-started-step-contract";
import type { RouterContext } from "../../router-context";
import { loadAllPages } from "../../office/lists/all-pages";
import { loadAsStaff } from "../../office/calls";

/** Loads the data of a step's form with the same calls as its settings screen. */
export async function loadStep({ api }: RouterContext, step: GettingStartedStep) {
  const { settings, fees, vehicles } = api.admin;
  switch (step) {
    case "name":
      return { step, first: await loadAsStaff(settings.name.$get()) };
    case "place":
      return { step, first: await loadAsStaff(settings.region.$get()) };
    case "contact":
      return { step, first: await loadAsStaff(settings.contact.$get()) };
    case "look":
      return { step, first: await loadAsStaff(settings.brand.$get()) };
    case "services":
      return { step, first: await loadAsStaff(settings.services.$get()) };
    case "vehicle": {
      const { vehicleClasses } = await loadAsStaff(api.admin["vehicle-classes"].$get());
      return { step, classes: vehicleClasses };
    }
    case "driver": {
      const pages = await loadAllPages((query) => loadAsStaff(vehicles.$get({ query })));
      return { step, vehicles: pages.flatMap((page) => page.vehicles) };
    }
    case "hours":
      return { step, first: await loadAsStaff(settings.hours.$get()) };
    case "area": {
      const { zones } = await loadAsStaff(api.admin.zones.$get());
      return { step, first: await loadAsStaff(settings.area.$get()), zones };
    }
    case "cancellation": {
      const { schedule, version } = await loadAsStaff(fees.draft.$get());
      return { step, first: { schedule, version } };
    }
    case "prices": {
      const { vehicleClasses } = await loadAsStaff(api["vehicle-classes"].$get());
      return { step, classes: vehicleClasses, draft: await loadAsStaff(fees.draft.$get()) };
    }
    case "messages":
      return { step, ...(await loadAsStaff(settings.providers.$get())) };
    case "open":
      return { step, first: await loadAsStaff(settings.opening.$get()) };
  }
}
