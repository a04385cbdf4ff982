import { useEffect, useRef, useState } from "react";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { useOffice } from "../../office/calls";

/** The note for a VIN that says nothing about its vehicle. */
export const NO_VIN_FACTS = "No details found for this VIN. Enter make, model and year yourself.";

/** The number of characters in a complete VIN. */
export const VIN_LENGTH = 17;

/** The facts that a VIN contains about a vehicle; an empty text if it lacks one. */
interface VinFacts {
  make: string;
  model: string;
  year: string;
}

/**
 * Looks up a VIN once it is complete. Only the answer for the last typed VIN counts. `note` describes the result and is
 * empty until then.
 */
export function useVin(onFacts: (facts: VinFacts) => string) {
  const { api } = useOffice();
  const requestedVin = useRef("");
  const [note, setNote] = useState("");
  const latestOnFacts = useRef(onFacts);
  latestOnFacts.current = onFacts;
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
      setNote(latestOnFacts.current(facts));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (requestedVin.current !== vin) return;
      setNote(
        error.code.startsWith("vehicle_data.")
          ? NO_VIN_FACTS
          : "The VIN could not be looked up. Enter make, model and year yourself.",
      );
    }
  };
  return { note, onTyped: (vin: string) => void onTyped(vin) };
}
