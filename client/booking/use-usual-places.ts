import { useEffect, useState } from "react";
import type { Place } from "../../src/places/contract";
import type { Api } from "../api";
import { findPlaces } from "../find-places";

/** The places offered before anything is typed: the rider's own and the operator's. */
export function useUsualPlaces(api: Api): readonly Place[] {
  const [usualPlaces, setUsualPlaces] = useState<readonly Place[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    findPlaces(api, "")
      .then((places) => !isUnmounted && setUsualPlaces(places))
      // Suggestions are optional; the search itself reports failures.
      .catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, [api]);
  return usualPlaces;
}
