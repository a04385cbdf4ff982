import type { RouteComponent } from "@tanstack/react-router";
import { PageFailure } from "./page-failure";
import { PagePending } from "./page-pending";

/** A page of the dashboard, with what stands in its place while its data is on the way and when it did not come. */
export function officePage(component: RouteComponent) {
  return { component, errorComponent: PageFailure, pendingComponent: PagePending };
}
