import { useEffect, useRef, useState } from "react";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { useOffice } from "../../office/calls";

/** The letters and digits of a whole VIN. */
export const VIN_LENGTH = 17;

/** What a VIN tells of a vehicle; empty where it does not say. */
interface VinFacts {
  make: string;
  model: string;
  year: string;
}

/**
 * Asks what a VIN tells once it is whole; the last one that was typed wins. `note` says in words what
 * came of it, empty until then.
 */
export function useVin(onFacts: (facts: VinFacts) => string) {
  const { api } = useOffice();
  const requestedVin = useRef("");
  const [note, setNote] = useState("");
  const latest = useRef(onFacts);
  latest.current = onFacts;
  useEffect(
    () => () => {
      requestedVin.current = "";
    },
    [],
  );
  const onTyped = async (vin: string) => {
    requestedVin.current = vin;
    setNote("");
    if (vin.length !== VIN_LENGTH) return;
    setNote("Looking up the VIN...");
    try {
      const { data } = await read(api["vehicle-data"].$get({ query: { vin } }));
      if (requestedVin.current !== vin) return;
      const { make, model, year } = data;
      const facts = { make: make ?? "", model: model ?? "", year: year ? String(year) : "" };
      setNote(latest.current(facts));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (requestedVin.current === vin)
        setNote("No details found for this VIN. Enter make, model and year yourself.");
    }
  };
  return { note, typed: (vin: string) => void onTyped(vin) };
}
