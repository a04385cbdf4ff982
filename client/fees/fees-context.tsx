import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import type { FeeSchedule, PriceWorld } from "../../src/fares/contract";
import type { ScheduleFault } from "../../src/fares/fee-contract";
import type { Draft, DraftState } from "./draft";
import { at, pathIn, same } from "./paths";
import type { Names } from "./words";

/** What the screens of the price list share. */
export interface Fees {
  /** What is shown and, where `canEdit`, edited. */
  draft: Draft;
  /** What differences are marked against: the schedule in force, or the version before. */
  reference: FeeSchedule;
  world: PriceWorld;
  names: Names;
  canEdit: boolean;
}

const FeesContext = createContext<Fees | null>(null);
export const FeesProvider = FeesContext.Provider;

export function useFees(): Fees {
  const fees = useContext(FeesContext);
  if (!fees) throw new Error("A part of the price list outside of it");
  return fees;
}

/** What `select` finds in the draft, again whenever that changes: it must be the same object till then. */
export function useDraft<Found>(select: (state: DraftState) => Found): Found {
  const { draft } = useFees();
  const read = () => select(draft.getState());
  return useSyncExternalStore(draft.subscribe, read, read);
}

/** The part of the shown schedule at a path. */
export function useAt<Value>(path: string): Value {
  return useDraft(({ schedule }) => at(schedule, path)) as Value;
}

/**
 * How the reference differs at a path: undefined where it says the same, `null` where it has no
 * such part.
 */
export function useWas(path: string): { value: unknown } | null | undefined {
  const { reference } = useFees();
  const schedule = useDraft((state) => state.schedule);
  return useMemo(() => {
    const there = pathIn(reference, schedule, path);
    if (there === null) return null;
    const value = at(reference, there);
    return same(value, at(schedule, path)) ? undefined : { value };
  }, [reference, schedule, path]);
}

/** Faults at a path and below it. */
export function useFaults(path: string): readonly ScheduleFault[] {
  const faults = useDraft((state) => state.faults);
  return useMemo(() => faults.filter((fault) => isAtOrBelow(fault.path, path)), [faults, path]);
}

/** Whether a fault is of a part, or of something in it. */
export function isAtOrBelow(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}.`);
}
