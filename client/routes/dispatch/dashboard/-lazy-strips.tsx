/** What needs a human and is asked for after the page: its parts come after the page too. */
import { FleetStrip } from "../../../fleet/vehicles/fleet-strip";
import { FeedbackAttention } from "../../../trip-desk/feedback-attention";
import { GettingStarted } from "../../../board/getting-started";
import { DocumentsStrip } from "../../../board/documents-strip";
import { TripAttentionStrip } from "../../../trip-desk/trip-attention";
import { useMay } from "../../../office/use-may";

interface LaterStripsProps {
  onOpen: (id: string) => void;
}

export { GettingStarted };

/** The road, and the cars of trips to come. */
export function RoadStrips({ onOpen }: LaterStripsProps) {
  return (
    <>
      <TripAttentionStrip onOpen={onOpen} />
      <FleetStrip onOpen={onOpen} />
    </>
  );
}

/** Documents, and what past trips have left to do, for those who look after them. */
export function LaterStrips({ onOpen }: LaterStripsProps) {
  const seesPapers = useMay("documents.review");
  const runsTrips = useMay("trips.manage");
  return (
    <>
      {seesPapers && <DocumentsStrip onOpen={onOpen} />}
      {runsTrips && <FeedbackAttention onOpen={onOpen} />}
    </>
  );
}
