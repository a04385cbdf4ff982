import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../../answer-data";
import { type CardFacts, cardFacts } from "../../../../riders/trips/card-facts";
import { loadAsRider } from "../../../../riders/session";
import { readTripsSearch } from "../../../../riders/trips/search";

/** The rider's trips. Each further page is loaded with the previous page's cursor. */
export const Route = createFileRoute("/_rider/_protected/trips/")({
  staticData: { words: ["trips", "tracking"] },
  validateSearch: readTripsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, words }, deps }) => {
    const { pages = 1 } = deps;
    const when = deps.when ?? ("upcoming" as const);
    const { t } = words;
    const trips: CardFacts[] = [];
    const unreadAnswer = loadAsRider(api, api.messages.unread.$get());
    // If the list fails first, its error is shown and this one is ignored.
    unreadAnswer.catch(() => undefined);
    let cursor: string | null = null;
    for (let page = 0; page < pages; page++) {
      const query: { when: "upcoming" | "past" | "cancelled"; q?: string; cursor?: string } = {
        when,
        ...(deps.q && { q: deps.q }),
        ...(cursor && { cursor }),
      };
      const pageAnswer = await loadAsRider(api, api.reservations.$get({ query }));
      const unread = (await unreadAnswer).trips;
      trips.push(
        ...pageAnswer.reservations.map((row) =>
          cardFacts(row, unread.find((trip) => trip.reservationId === row.id)?.unread ?? 0, t),
        ),
      );
      cursor = pageAnswer.nextCursor;
      if (cursor === null) break;
    }
    return markAsJson({ trips, more: cursor !== null });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Trips")} · ${match.context.settings.brand}` }],
  }),
});
