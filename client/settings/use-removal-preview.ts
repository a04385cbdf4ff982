import { useEffect, useState } from "react";
import type { RetentionPreview } from "../../src/privacy/retention-contract";
import type { RetainedKind } from "../../src/settings/retention-contract";
import { useOffice } from "../office/calls";

export type RemovalPreview = RetentionPreview;

/** The delay between typing and counting, in ms. */
const DEBOUNCE_MS = 300;

/**
 * Counts how many records the typed periods would delete. Null until counted, or if counting failed; they are counted
 * again before saving.
 */
export function useRemovalPreview(
  days: Partial<Record<RetainedKind, number>>,
): RemovalPreview | null {
  const { api, call } = useOffice();
  const [countedPreview, setCountedPreview] = useState<{
    of: string;
    preview: RemovalPreview;
  } | null>(null);
  const of = JSON.stringify(days);
  useEffect(() => {
    if (of === "{}") return;
    let isStale = false;
    const timer = setTimeout(() => {
      call(api.admin.settings.retention.preview.$post({ json: { days: JSON.parse(of) } })).then(
        (preview) => {
          if (!isStale) setCountedPreview({ of, preview });
        },
        () => {},
      );
    }, DEBOUNCE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [api, call, of]);
  return countedPreview?.of === of ? countedPreview.preview : null;
}

/** Returns the number of records to delete, as text; null until known. */
export function removalText(preview: RemovalPreview | null, kind: RetainedKind): string | null {
  const count = preview?.due[kind];
  if (preview === null || count === undefined) return null;
  if (count === 0) return "Nothing would be deleted today.";
  if (count >= preview.most)
    return `${preview.most.toLocaleString("en")} or more will be deleted within the hour.`;
  return count === 1
    ? "1 will be deleted within the hour."
    : `${count.toLocaleString("en")} will be deleted within the hour.`;
}
