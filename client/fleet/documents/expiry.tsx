import { Badge } from "../../ui/badge";
import { Moment } from "../../ui/moment";

const EXPIRES_SOON_MS = 30 * 86_400_000;

/** The last day of a document. Marks a day that has passed or is within 30 days. */
export function Expiry({
  expiresAt,
  now,
}: {
  expiresAt: string | null;
  /** ms UTC. */
  now: number;
}) {
  if (expiresAt === null) return <span className="text-ink-faint">Not on file</span>;
  const remainingMs = Date.parse(expiresAt) - now;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <Moment at={expiresAt} style="date" />
      {remainingMs <= 0 ? (
        <Badge tone="danger">Expired</Badge>
      ) : remainingMs < EXPIRES_SOON_MS ? (
        <Badge tone="warning">Soon</Badge>
      ) : null}
    </span>
  );
}
