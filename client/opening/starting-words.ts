/** What the next booking needs, in words, with the way to where it is done. */
import type { Lack, Lacking } from "../../src/desk/opening-contract";

const OFFICE = "/dispatch/dashboard";

/** One thing that is missing, what is so without it, and where to mend it. */
export function startingWords(
  lack: Lack,
  { classes, placesInWords }: Pick<Lacking, "classes" | "placesInWords">,
) {
  switch (lack) {
    case "prices":
      return {
        title: "Publish your prices",
        detail: "Until then riders send requests, and you name each price",
        href: `${OFFICE}/FeeManagement/first`,
      };
    case "vehicle":
      return {
        title: "Add a vehicle of each class you offer",
        detail: `${new Intl.ListFormat("en").format(classes)}: no vehicle with valid papers. Add one, or stop offering the class`,
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
        title: "Connect e-mail",
        detail: "Until then codes, confirmations and receipts stay in the outbox",
        href: `${OFFICE}/settings/providers#provider-mail`,
      };
    case "sms":
      return {
        title: "Connect text messages",
        detail: "Somebody signs in by phone number only, and their code goes nowhere until then",
        href: `${OFFICE}/settings/providers#provider-sms`,
      };
    case "hours":
      return {
        title: "Say when somebody answers the phone",
        detail: "Riders read your opening hours beside their trip",
        href: `${OFFICE}/settings/hours`,
      };
    case "address":
      return {
        title: "Write your office’s address",
        detail: "Invoices and receipts have your town alone until then",
        href: `${OFFICE}/settings/contact`,
      };
    case "lookup":
      return {
        title: "Turn on address search",
        detail: `${placesInWords >= 100 ? "100 or more trips" : placesInWords === 1 ? "1 trip" : `${placesInWords} trips`} this month had a place in words that somebody had to find. With address search riders find streets themselves`,
        href: `${OFFICE}/settings/providers#provider-geocoder`,
      };
    case "open":
      return {
        title: "Open for business",
        detail: "Until then visitors read that you open soon",
        href: `${OFFICE}/settings/opening`,
      };
  }
}
