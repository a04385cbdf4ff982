import { createFileRoute } from "@tanstack/react-router";
import { openOffers, withoutDuplicates } from "../../driving/agenda";
import { DriverErrorPage } from "../../driving/driver-error-page";
import { loadDriver, loadNotifications, loadRides, loadShift } from "../../driving/loaders";
import { loadEntryWords } from "../../words/load-entry-words";
import { type Phrase, phrase } from "../../words/words";

export const Route = createFileRoute("/driver/dashboard")({
  staticData: { isPrivate: true, sendsHeadFirst: true, words: ["shared", "driving"] },
  // In the browser the page already has its language, and `DriverArea` follows a change.
  beforeLoad: async ({ context: { api, words }, matches }) => {
    const driver = typeof document === "undefined" ? await loadDriver(api) : null;
    await loadEntryWords(words, matches, driver?.language);
  },
  loader: async ({ context: { api } }) => {
    const [driver, notices, today, future, shift] = await Promise.all([
      loadDriver(api),
      loadNotifications(api),
      loadRides(api, "today"),
      loadRides(api, "future"),
      loadShift(api),
    ]);
    const offers = openOffers(withoutDuplicates([...today.reservations, ...future.reservations]));
    return { driver, notices, offers, shift };
  },
  // The title shows the number of offers on every page, so that a background tab shows it too.
  head: ({ match, matches, loaderData }) => {
    const { words } = match.context;
    const page = words.t.of(matches.at(-1)?.staticData.driverPageTitle ?? phrase("Ride Requests"));
    const offers = loaderData?.offers.length ?? 0;
    const count = offers > 0 ? `(${offers}) ` : "";
    return { meta: [{ title: `${count}${page} · ${match.context.settings.brand}` }] };
  },
  errorComponent: DriverErrorPage,
});

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The name of a driver page in the browser's tab. */
    driverPageTitle?: Phrase;
  }
}
