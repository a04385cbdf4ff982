import { Card } from "../ui/card";
import { Skeleton, SkeletonRows } from "../ui/skeleton";

/**
 * Shown inside the driver's frame while a screen's data loads, which takes long with poor coverage. The menu and the
 * notifications stay usable.
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
