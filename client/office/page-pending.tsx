import { SkeletonRows } from "../ui/skeleton";

/** In place of a dashboard page whose data takes longer than a moment. */
export function PagePending() {
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <SkeletonRows dense rows={12} />
    </div>
  );
}
