/** What the next booking needs, in words, with the way to where it is done. */
import type { Lacking } from "../../src/desk/opening-contract";

const OFFICE = "/dispatch/dashboard";

/** One thing that is missing, what is so without it, and where to mend it. */
export function startingWords(step: Lacking["missing"][number], classes: readonly string[]) {
  switch (step) {
    case "prices":
      return {
        title: "Publish your prices",
        detail: "Until then riders send requests, and you name each price",
        href: `${OFFICE}/FeeManagement/first`,
      };
    case "vehicle":
      return {
        title: "Add a vehicle of each class you offer",
        detail: `${new Intl.ListFormat("en").format(classes)}: no vehicle yet. Add one, or stop offering the class`,
        href: `${OFFICE}/VehicleManagement/new`,
      };
    case "driver":
      return {
        title: "Add a driver with valid papers",
        detail: "Somebody whose required documents are in force",
        href: `${OFFICE}/DriverManagement`,
      };
    case "mail":
      return {
        title: "Connect e-mail or text messages",
        detail: "Until then codes and confirmations stay in the outbox",
        href: `${OFFICE}/settings/providers`,
      };
    case "open":
      return {
        title: "Open for business",
        detail: "Until then visitors read that you open soon",
        href: `${OFFICE}/settings/opening`,
      };
  }
}
