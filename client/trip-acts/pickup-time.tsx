import type { ReservationRow } from "../../src/reservations/contract";
import { Moment, type MomentStyle } from "../ui/moment";
import { timeUntilPickup } from "../office/words";

/**
 * The pickup time in the operator's time zone and how far away it is, in red when late. A trip that waits for a call
 * shows its expected time in a pale colour.
 */
export function PickupTime({
  row,
  now,
  style = "time",
}: {
  row: Pick<ReservationRow, "state" | "pickupAt" | "willCall">;
  /** ms UTC. */
  now: number;
  style?: MomentStyle;
}) {
  const until = timeUntilPickup(row, now);
  return (
    <span className="whitespace-nowrap">
      <span className={row.willCall ? "text-ink-muted" : "font-medium"}>
        {row.willCall && "≈ "}
        <Moment at={row.pickupAt} style={style} />
      </span>
      {until && (
        <span
          className={`ms-2 tabular-nums ${
            until.isLate
              ? "font-medium text-danger-ink"
              : until.isSoon
                ? "text-warning-ink"
                : "text-ink-muted"
          }`}
        >
          {until.text}
        </span>
      )}
    </span>
  );
}
