import { createFileRoute, Outlet } from "@tanstack/react-router";

/** An entry of the sidebar without its own page. Its children show the lists. */
export const Route = createFileRoute("/driver/dashboard/requests")({ component: Outlet });
