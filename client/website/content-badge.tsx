import type { ContentRow } from "../../src/content/content-desk-contract";
import { Badge } from "../ui/badge";
import { formatMoment } from "../ui/moment";
import { useOffice } from "../office/calls";

/** Shows whether visitors see an item, or from when. */
export function ContentBadge({
  row: { kind, state, shown, publishedAt, version, isBuiltIn },
}: {
  row: ContentRow;
}) {
  const { timeZone } = useOffice();
  if (kind === "page")
    return version === 0 ? (
      <Badge tone="neutral">Standard text</Badge>
    ) : (
      <Badge tone="accent">Your text</Badge>
    );
  if (state === "withdrawn") return <Badge tone="warning">Withdrawn</Badge>;
  if (state === "draft")
    return <Badge tone="neutral">{kind === "post" ? "Draft" : "Hidden"}</Badge>;
  if (state === "scheduled" && !shown && publishedAt !== null)
    return <Badge tone="info">{formatMoment(publishedAt, timeZone, "date-time")}</Badge>;
  if (!shown) return <Badge tone="info">Not shown now</Badge>;
  return (
    <Badge tone="success">{isBuiltIn && version === 0 ? "Shown, standard text" : "Shown"}</Badge>
  );
}
