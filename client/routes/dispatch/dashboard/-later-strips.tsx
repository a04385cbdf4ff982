/** What needs a human and is asked for after the page: its parts come after the page too. */
import type { Api } from "../../../api";
import { FleetStrip } from "../../../fleet/vehicles/fleet-strip";
import { AfterAttention } from "../../../trip-desk/after-attention";
import { GettingStarted } from "../../../board/getting-started";
import { DocumentsStrip } from "../../../board/documents-strip";
import { TripAttentionStrip } from "../../../trip-desk/trip-attention";
import { useMay } from "../../../office/use-may";

interface LaterStripsProps {
  api: Api;
  onOpen: (id: string) => void;
}

export { GettingStarted };

/** The road, and the cars of trips to come. */
export function RoadStrips({ api, timeZone, onOpen }: LaterStripsProps & { timeZone: string }) {
  return (
    <>
      <TripAttentionStrip api={api} onOpen={onOpen} timeZone={timeZone} />
      <FleetStrip api={api} onOpen={onOpen} />
    </>
  );
}

/** Documents, and what past trips have left to do, for those who look after them. */
export function LaterStrips({ api, onOpen }: LaterStripsProps) {
  const seesPapers = useMay("papers.judge");
  const runsTrips = useMay("trips.run");
  return (
    <>
      {seesPapers && <DocumentsStrip api={api} onOpen={onOpen} />}
      {runsTrips && <AfterAttention api={api} onOpen={onOpen} />}
    </>
  );
}
