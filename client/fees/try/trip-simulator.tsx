import { Calculator } from "lucide-react";
import { useState } from "react";
import type { VehicleClassRecord } from "../../../src/vehicles/contract";
import { formatMoney } from "../../ui/money";
import { Sheet } from "../../ui/sheet";
import { useDraft, useFees } from "../fees-context";
import { differenceWords, useSimulatedFares } from "./simulated-price";
import { Simulator } from "./simulator";
import { SimulatorAside } from "./simulator-aside";
import { type Simulator as SimulatorState, useSimulator } from "./use-simulator";
import { useOffice } from "../../office/calls";

/** The test trip, beside the prices on a wide screen or behind a bar at the bottom of a narrow one. */
export function TripSimulator({
  now,
  classes,
}: {
  /** The server's time when the page was loaded. */
  now: string;
  classes: readonly Pick<VehicleClassRecord, "id" | "passengers">[];
}) {
  const { timeZone } = useOffice();
  const { world } = useFees();
  const [open, setOpen] = useState(false);
  const classIds = world.vehicleClasses.filter(({ active }) => active).map(({ id }) => id);
  const simulator = useSimulator({ timeZone, now, classIds });
  return (
    <>
      <SimulatorAside>
        <Simulator classes={classes} simulator={simulator} />
      </SimulatorAside>
      <SimulatorBar onOpen={() => setOpen(true)} simulator={simulator} />
      <Sheet onClose={() => setOpen(false)} open={open} title="Test a trip">
        <Simulator classes={classes} simulator={simulator} />
      </Sheet>
    </>
  );
}

/** The test trip's price on a narrow screen, always visible. */
function SimulatorBar({ simulator, onOpen }: { simulator: SimulatorState; onOpen: () => void }) {
  const { before, after } = useSimulatedFares(simulator);
  const { currency } = useDraft((state) => state.schedule);
  const differs = before?.totalMinor !== after?.totalMinor;
  return (
    <button
      className="fixed inset-x-4 bottom-4 z-10 flex min-h-11 items-center justify-between gap-3 rounded-lg border border-line bg-surface-raised px-4 py-2 text-start text-sm shadow-lg min-[88rem]:hidden lg:start-auto lg:end-6 lg:w-96"
      onClick={onOpen}
      type="button"
    >
      <Calculator aria-hidden="true" className="shrink-0 text-ink-faint" size={16} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">Test a trip</span>
        {after && (
          <span className="block truncate text-ink-muted text-xs">
            {simulator.trip.pickup.text} to {simulator.trip.dropoff.text}
          </span>
        )}
      </span>
      <span className="shrink-0 text-end tabular-nums">
        {after && <span className="font-semibold">{formatMoney(after.totalMinor, currency)}</span>}
        {differs && (
          <span className="block text-accent-text text-xs">
            {differenceWords(before, after, currency)}
          </span>
        )}
      </span>
    </button>
  );
}
