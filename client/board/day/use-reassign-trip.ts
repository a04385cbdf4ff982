import { useState } from "react";
import type { DayPlan, DayTrip } from "../../../src/dispatch/board/day-contract";
import { showToast } from "../../ui/toasts";
import type { Act } from "../../trip-acts/use-act";
import { driverName } from "../../office/words";
import { useOffice } from "../../office/calls";

/** Whether a trip can move to another driver: it has neither started nor ended. */
export function mayMove({ state, willCall }: Pick<DayTrip, "state" | "willCall">): boolean {
  return !willCall && ["pending", "confirmed", "offered", "assigned"].includes(state);
}

/**
 * Assigns trips to drivers. `newDriverByTrip` has the new lane of each trip that is being assigned. When an assignment
 * is refused, the trip is removed from it and so moves back, and `announcement` has the reason.
 */
export function useReassignTrip({
  act,
  plan,
  refresh,
}: {
  act: Act;
  plan: DayPlan | null;
  refresh: () => Promise<void>;
}) {
  const { api } = useOffice();
  const [newDriverByTrip, setNewDriverByTrip] = useState<ReadonlyMap<string, string | null>>(
    new Map(),
  );
  const [announcement, setAnnouncement] = useState("");

  const reassign = async (trip: DayTrip, driverId: string): Promise<void> => {
    const dayDriver = plan?.drivers.find(({ driver }) => driver.id === driverId);
    const name = dayDriver ? driverName(dayDriver.driver) : "the driver";
    setNewDriverByTrip((old) => new Map(old).set(trip.id, driverId));
    setAnnouncement("");
    const outcome = await act(
      trip,
      (version) =>
        api.admin.reservations[":id"].driver.$put({
          param: { id: trip.id },
          json: { version, driverId },
        }),
      `Reservation ${trip.number} is now assigned to ${name}`,
    );
    // Waits for the new list, so that the trip does not jump back for a moment.
    if (outcome.kind !== "left") await refresh();
    setNewDriverByTrip((old) => new Map([...old].filter(([id]) => id !== trip.id)));
    if (outcome.kind === "done")
      setAnnouncement(`Reservation ${trip.number} is now assigned to ${name}.`);
    if (outcome.kind === "stale")
      setAnnouncement(
        `Somebody else changed reservation ${trip.number} in the meantime, so it was not assigned to ${name}.`,
      );
    if (outcome.kind === "failed") {
      const text = `Reservation ${trip.number} was not moved. ${outcome.text}`;
      setAnnouncement(text);
      showToast("error", text);
    }
  };
  return { newDriverByTrip, announcement, reassign };
}
