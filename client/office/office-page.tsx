import type { RouteComponent } from "@tanstack/react-router";
import { SkeletonRows } from "../ui/skeleton";
import { PageFailure } from "./page-failure";

/** A page of the dashboard, with what stands in its place while its data is on the way and when it did not come. */
export function officePage(component: RouteComponent) {
  return { component, errorComponent: PageFailure, pendingComponent: PagePending };
}

/** In place of a dashboard page whose data takes longer than a moment. */
export function PagePending() {
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <SkeletonRows dense rows={12} />
    </div>
  );
}
