import { createFileRoute, Outlet } from "@tanstack/react-router";

/** A sidebar entry without its own page. Its children show the lists. */
export const Route = createFileRoute("/driver/dashboard/requests")({ component: Outlet });
