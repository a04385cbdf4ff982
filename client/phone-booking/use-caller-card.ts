import { useEffect, useState } from "react";
import type { CallerCard } from "../../src/dispatch/phone-booking/phone-contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";

/** Loads details of the calling rider; null until loaded, and without a rider. */
export function useCallerCard(riderId: string | null) {
  const { api, call } = useOffice();
  const [card, setCard] = useState<CallerCard | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    setFailure(null);
    if (riderId === null) return;
    let isUnmounted = false;
    call(api.admin.callers[":id"].$get({ param: { id: riderId } })).then(
      (loadedCard) => {
        if (!isUnmounted) setCard(loadedCard);
      },
      (error) => {
        if (!isUnmounted && !(error instanceof LeftPageError)) setFailure(failureText(error));
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, riderId]);
  return { card: card?.caller.id === riderId ? card : null, setCard, failure };
}
