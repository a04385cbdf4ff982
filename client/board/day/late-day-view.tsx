import { useLate } from "../../late";
import { SkeletonRows } from "../../ui/skeleton";
import type { DayViewProps } from "./day-view";

const load = () => import("./day-view");

/** `DayView`, loaded once somebody looks at a day: the list needs none of it. */
export function LateDayView(props: DayViewProps) {
  const late = useLate(load);
  if (late) return <late.DayView {...props} />;
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <SkeletonRows rows={8} />
    </div>
  );
}
