import { useState } from "react";
import type { DayPlan, DayTrip } from "../../../src/dispatch/board/day-contract";
import { showToast } from "../../ui/toasts";
import type { Act } from "../../trip-acts/use-acts";
import { driverName } from "../../office/words";
import { useOffice } from "../../office/calls";

/** States in which a trip can go to another driver's lane: not begun, not over. */
export function mayMove({ state, willCall }: Pick<DayTrip, "state" | "willCall">): boolean {
  return !willCall && ["pending", "confirmed", "offered", "assigned"].includes(state);
}

/**
 * Gives trips to drivers. `moved` says where those lie that are being given; one that is refused is taken
 * out of it, which puts it back, and `said` says why.
 */
export function useHandOver({
  act,
  plan,
  refresh,
}: {
  act: Act;
  plan: DayPlan | null;
  refresh: () => Promise<void>;
}) {
  const { api } = useOffice();
  const [moved, setMoved] = useState<ReadonlyMap<string, string | null>>(new Map());
  const [said, setSaid] = useState("");

  const give = async (trip: DayTrip, driverId: string): Promise<void> => {
    const found = plan?.drivers.find(({ driver }) => driver.id === driverId);
    const name = found ? driverName(found.driver) : "the driver";
    setMoved((old) => new Map(old).set(trip.id, driverId));
    setSaid("");
    const outcome = await act(
      trip,
      (version) =>
        api.admin.reservations[":id"].driver.$put({
          param: { id: trip.id },
          json: { version, driverId },
        }),
      `${name} now drives reservation ${trip.number}`,
    );
    // The list of before would show it where it was for a moment.
    if (outcome.kind !== "left") await refresh();
    setMoved((old) => new Map([...old].filter(([id]) => id !== trip.id)));
    if (outcome.kind === "done") setSaid(`${name} now drives reservation ${trip.number}.`);
    if (outcome.kind === "stale")
      setSaid(
        `Somebody else changed reservation ${trip.number} in the meantime, so it was not assigned to ${name}.`,
      );
    if (outcome.kind === "failed") {
      const text = `Reservation ${trip.number} was not moved. ${outcome.text}`;
      setSaid(text);
      showToast("error", text);
    }
  };
  return { moved, said, give };
}
