import { useEffect, useState } from "react";
import type { CancellationPreview, ReservationRow } from "../../src/reservations/contract";
import { LeftPageError, useOffice } from "../office/calls";

/**
 * What cancelling a reservation costs now; loaded again when it changes. Null until known,
 * "unknown" when loading failed.
 */
export function useCancellationPreview(
  row: Pick<ReservationRow, "id" | "version"> | null,
): CancellationPreview | "unknown" | null {
  const { api, call } = useOffice();
  const [preview, setPreview] = useState<CancellationPreview | "unknown" | null>(null);
  const { id, version } = row ?? { id: null, version: null };
  useEffect(() => {
    if (id === null || version === null) return;
    let wanted = true;
    call(api.admin.reservations[":id"].cancellation.$get({ param: { id } })).then(
      (answer) => {
        if (wanted) setPreview(answer);
      },
      (error: unknown) => {
        // The dialog still works: the server calculates the fee when it is confirmed.
        if (!(error instanceof LeftPageError) && wanted) setPreview("unknown");
      },
    );
    return () => {
      wanted = false;
    };
  }, [api, call, id, version]);
  return preview;
}
