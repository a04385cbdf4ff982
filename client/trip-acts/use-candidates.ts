import { useCallback, useEffect, useState } from "react";
import type { Candidates } from "../../src/dispatch/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";

/** Loads the drivers and vehicles for a trip on mount, and again with `reload`. */
export function useCandidates(reservationId: string) {
  const { api, call } = useOffice();
  const [candidates, setCandidates] = useState<Candidates | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const reload = useCallback(async () => {
    setFailure(null);
    try {
      setCandidates(
        await call(api.admin.reservations[":id"].candidates.$get({ param: { id: reservationId } })),
      );
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, reservationId]);

  useEffect(() => {
    void reload();
  }, [reload]);

  return { candidates, failure, reload };
}
