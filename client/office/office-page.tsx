import type { RouteComponent } from "@tanstack/react-router";
import { SkeletonRows } from "../ui/skeleton";
import { PageFailure } from "./page-failure";

/** Makes a page of the dashboard, with its loading and failure states. */
export function officePage(component: RouteComponent) {
  return { component, errorComponent: PageFailure, pendingComponent: PagePending };
}

/** Shown when a dashboard page takes longer than a moment to load. */
export function PagePending() {
  return (
    <div className="rounded-lg border border-line bg-surface-raised">
      <SkeletonRows dense rows={12} />
    </div>
  );
}
