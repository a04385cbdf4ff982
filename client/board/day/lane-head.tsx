import { UserX } from "lucide-react";
import { classNames } from "../../ui/class-names";
import { countText } from "../../ui/trip-words";
import { driverName, shortDriverName } from "../../office/words";
import type { Lane } from "./layout";

/** The head of a lane, which stays visible while the hours scroll. */
export function LaneHead({
  lane: { driver, blocks },
  width,
  isNarrow,
  isDropTarget,
}: {
  lane: Lane;
  width: number;
  isNarrow: boolean;
  /** Whether a trip is being dragged over this lane. */
  isDropTarget: boolean;
}) {
  return (
    <div
      className={classNames(
        "sticky start-0 z-30 h-full overflow-hidden border-line border-e px-2.5 py-1.5",
        isDropTarget ? "bg-accent-surface" : "bg-surface-raised",
      )}
      style={{ width }}
    >
      {driver ? (
        <>
          <p className="truncate font-medium text-sm" title={driverName(driver.driver)}>
            {isNarrow ? shortDriverName(driver.driver) : driverName(driver.driver)}
          </p>
          <p className="truncate text-ink-muted text-xs tabular-nums">
            {driver.active ? (driver.vehicle?.plate ?? "No usual vehicle") : "Suspended"}
          </p>
        </>
      ) : (
        <>
          <p className="flex items-center gap-1.5 font-medium text-sm">
            {!isNarrow && <UserX aria-hidden="true" className="shrink-0" size={15} />}
            <span className="truncate">Unassigned</span>
          </p>
          <p className="truncate text-ink-muted text-xs">
            {blocks.length === 0 ? "None" : countText(blocks.length, "trip")}
          </p>
        </>
      )}
    </div>
  );
}
