import { createFileRoute } from "@tanstack/react-router";
import { markAsJson } from "../../../../answer-data";
import { loadAsRider } from "../../../../riders/session";

/** One trip of the rider. Another rider's trip is not found. */
export const Route = createFileRoute("/_rider/_protected/trips/$id")({
  staticData: { words: ["trips", "tracking"] },
  validateSearch: ({ booked, kept }): { booked?: true | undefined; kept?: true | undefined } => ({
    booked: booked === true ? booked : undefined,
    // Asks for the version that a phone saves (`client/pwa`).
    kept: kept === true ? kept : undefined,
  }),
  loader: async ({ context: { api }, location, params }) => {
    const path = api.reservations[":id"];
    const param = { id: params.id };
    const [{ reservation }, tracking] = await Promise.all([
      loadAsRider(api, path.$get({ param })),
      loadAsRider(api, path.tracking.$get({ param })),
    ]);
    const { kept } = location.search as { kept?: true };
    // A phone doesn't save the trip code, nor the link that shows the trip to anyone who has it.
    if (kept) {
      tracking.link = null;
      tracking.linkable = false;
      reservation.boarding = null;
    }
    return markAsJson({ reservation, tracking });
  },
  head: ({ match }) => ({
    meta: [{ title: `${match.context.words.t("Your trip")} · ${match.context.settings.brand}` }],
  }),
});
