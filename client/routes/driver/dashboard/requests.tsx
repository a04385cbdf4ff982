import { createFileRoute, Outlet } from "@tanstack/react-router";

/** Only a place in the sidebar: what is below it shows everything. */
export const Route = createFileRoute("/driver/dashboard/requests")({ component: Outlet });
