/** Notices that load after the page. */
import { FleetStrip } from "../../../fleet/vehicles/fleet-strip";
import { FeedbackStrip } from "../../../trip-desk/feedback-strip";
import { GettingStarted } from "../../../board/getting-started";
import { MessagesStrip } from "../../../board/messages-strip";
import { IncidentStrip } from "../../../incidents/incident-strip";
import { DocumentsStrip } from "../../../board/documents-strip";
import { TripAttentionStrip } from "../../../trip-desk/trip-attention-strip";
import { ExportLink } from "../../../office/lists/export-link";
import { usePermission } from "../../../office/use-permission";

interface StripProps {
  onOpen: (id: string) => void;
}

export { ExportLink, GettingStarted, IncidentStrip, MessagesStrip };

/** Notices about current trips, and about vehicles of upcoming trips. */
export function TripAndFleetStrips({ onOpen }: StripProps) {
  return (
    <>
      <TripAttentionStrip onOpen={onOpen} />
      <FleetStrip onOpen={onOpen} />
    </>
  );
}

/** Notices about documents, and about tasks of past trips, for the people who handle them. */
export function DocumentAndFeedbackStrips({ onOpen }: StripProps) {
  const canSeeDocuments = usePermission("documents.review");
  const canManageTrips = usePermission("trips.manage");
  return (
    <>
      {canSeeDocuments && <DocumentsStrip onOpen={onOpen} />}
      {canManageTrips && <FeedbackStrip onOpen={onOpen} />}
    </>
  );
}
