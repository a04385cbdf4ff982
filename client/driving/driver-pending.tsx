import { Card } from "../ui/card";
import { Skeleton, SkeletonRows } from "../ui/skeleton";

/**
 * Stands within the driver's frame while a screen's data is on its way, which takes long where the
 * coverage is bad: the menu and the bell stay at hand.
 */
export function DriverPending() {
  return (
    <>
      <Skeleton className="mb-6 h-8 w-48" />
      <Card flush>
        <SkeletonRows rows={5} />
      </Card>
    </>
  );
}
