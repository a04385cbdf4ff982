/** The reservation that the screen is about, for whoever acts on it from beside the screen. */
import { useEffect, useRef } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import type { ActName } from "./allowed-acts";

/** A reservation, and what starts an act on it as its own panel would. */
export interface SelectedTrip {
  row: ReservationRow;
  act: (name: ActName) => void;
}

let source: (() => SelectedTrip | null) | null = null;

/** What is selected now; null on a screen without reservations. */
export function selectedTrip(): SelectedTrip | null {
  return source?.() ?? null;
}

/** Says what is selected for as long as the caller is mounted. */
export function useSelectedTrip(find: () => SelectedTrip | null): void {
  const current = useRef(find);
  current.current = find;
  useEffect(() => {
    const mine = () => current.current();
    source = mine;
    return () => {
      if (source === mine) source = null;
    };
  }, []);
}
