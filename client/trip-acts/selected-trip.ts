/** The selected reservation, for code outside its screen that acts on it. */
import { useEffect, useRef } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import type { ActName } from "./allowed-acts";

/** A reservation, and a function that starts an action as its panel would. */
export interface SelectedTrip {
  row: ReservationRow;
  act: (name: ActName) => void;
}

let source: (() => SelectedTrip | null) | null = null;

/** Returns the current selection; null on a screen without reservations. */
export function selectedTrip(): SelectedTrip | null {
  return source?.() ?? null;
}

/** Sets the selection while the caller is mounted. */
export function useSelectedTripSource(readSelectedTrip: () => SelectedTrip | null): void {
  const current = useRef(readSelectedTrip);
  current.current = readSelectedTrip;
  useEffect(() => {
    const readSelection = () => current.current();
    source = readSelection;
    return () => {
      if (source === readSelection) source = null;
    };
  }, []);
}
