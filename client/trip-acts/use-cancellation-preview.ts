import { useEffect, useState } from "react";
import type { CancellationPreview, ReservationRow } from "../../src/reservations/contract";
import { LeftPageError, useOffice } from "../office/calls";

/**
 * Loads what cancelling a reservation costs now, and again when the reservation changes. Null until known, "unknown" if
 * loading failed.
 */
export function useCancellationPreview(
  row: Pick<ReservationRow, "id" | "version"> | null,
): CancellationPreview | "unknown" | null {
  const { api, call } = useOffice();
  const [preview, setPreview] = useState<CancellationPreview | "unknown" | null>(null);
  const { id, version } = row ?? { id: null, version: null };
  useEffect(() => {
    if (id === null || version === null) return;
    let isWanted = true;
    call(api.admin.reservations[":id"].cancellation.$get({ param: { id } })).then(
      (answer) => {
        if (isWanted) setPreview(answer);
      },
      (error: unknown) => {
        // The dialog works without the preview, because the server calculates the fee on confirmation.
        if (!(error instanceof LeftPageError) && isWanted) setPreview("unknown");
      },
    );
    return () => {
      isWanted = false;
    };
  }, [api, call, id, version]);
  return preview;
}
