import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { ClientAuthContextProvider } from "../riders/client-auth";

export const Route = createLazyFileRoute("/_rider")({ component: RiderArea });

function RiderArea() {
  const { api, session } = Route.useRouteContext();
  return (
    <ClientAuthContextProvider api={api} session={session}>
      <Outlet />
    </ClientAuthContextProvider>
  );
}
