import { Badge } from "../../ui/badge";
import { Moment } from "../../ui/moment";
import { useWords } from "../../words/use-words";

const DAY_MS = 86_400_000;
/** A document that expires within this many days shows a warning. */
const DUE_SOON_DAYS = 30;

/** The last valid day of a document and the days left at `now` (ms UTC). `at` is null if no document is on file. */
export function Expiry({
  at,
  now,
  timeZone,
}: {
  at: string | null;
  now: number;
  timeZone: string;
}) {
  const t = useWords();
  if (at === null) return <Badge tone="warning">{t("Not on file")}</Badge>;
  const daysLeft = Math.floor((Date.parse(at) - now) / DAY_MS);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Moment at={at} style="date" timeZone={timeZone} />
      {daysLeft < 0 ? (
        <Badge tone="danger">{t("Expired")}</Badge>
      ) : daysLeft <= DUE_SOON_DAYS ? (
        <Badge tone="warning">{t.count(daysLeft, "{n} day left", "{n} days left")}</Badge>
      ) : (
        <Badge tone="success">{t("Valid")}</Badge>
      )}
    </span>
  );
}
