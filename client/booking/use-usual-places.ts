import { useEffect, useState } from "react";
import type { Place } from "../../src/places/contract";
import type { Api } from "../api";
import { findPlaces } from "../find-places";

/** The places that are offered before anything is typed: the person's own, and the operator's. */
export function useUsualPlaces(api: Api): readonly Place[] {
  const [usual, setUsual] = useState<readonly Place[]>([]);
  useEffect(() => {
    let gone = false;
    findPlaces(api, "")
      .then((places) => !gone && setUsual(places))
      // Suggestions are a courtesy; the search itself says when it fails.
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [api]);
  return usual;
}
