/** The texts for what the next booking needs, with a link to fix each. */
import type { BookingNeed, MissingForBooking } from "../../src/desk/open-for-booking-contract";

const OFFICE_PATH = "/dispatch/dashboard";

/** Returns each missing item with its effect and where to fix it. */
export function missingForBookingWords(
  missingKind: BookingNeed,
  { classes, placesInWords }: Pick<MissingForBooking, "classes" | "placesInWords">,
) {
  switch (missingKind) {
    case "prices":
      return {
        title: "Publish your prices",
        detail: "Without published prices, riders send requests and you set each price",
        href: `${OFFICE_PATH}/FeeManagement/first`,
      };
    case "vehicle":
      return {
        title: "Add a vehicle for each class you offer",
        detail: `${new Intl.ListFormat("en").format(classes)}: no vehicle has valid documents. Add a vehicle, or stop offering the class`,
        href: `${OFFICE_PATH}/VehicleManagement/new`,
      };
    case "driver":
      return {
        title: "Add a driver with valid documents",
        detail: "All required documents of the driver must be valid",
        href: `${OFFICE_PATH}/DriverManagement`,
      };
    case "mail":
      return {
        title: "Connect e-mail",
        detail: "Without e-mail, codes, confirmations and receipts wait in the outbox",
        href: `${OFFICE_PATH}/settings/providers#provider-mail`,
      };
    case "sms":
      return {
        title: "Connect text messages",
        detail: "Without text messages, people who sign in by phone number get no code",
        href: `${OFFICE_PATH}/settings/providers#provider-sms`,
      };
    case "hours":
      return {
        title: "Set your phone hours",
        detail: "Riders see your opening hours beside their trip",
        href: `${OFFICE_PATH}/settings/hours`,
      };
    case "address":
      return {
        title: "Add your office address",
        detail: "Without an address, invoices and receipts show only your town",
        href: `${OFFICE_PATH}/settings/contact`,
      };
    case "lookup":
      return {
        title: "Turn on address search",
        detail: `${placesInWords >= 100 ? "100 or more trips" : placesInWords === 1 ? "1 trip" : `${placesInWords} trips`} this month had a place that dispatch had to find on the map. Import the streets of your area so that riders can find addresses themselves`,
        href: `${OFFICE_PATH}/settings/map`,
      };
    case "open":
      return {
        title: "Open for business",
        detail: "Until you open, visitors see that you are opening soon",
        href: `${OFFICE_PATH}/settings/opening`,
      };
  }
}
