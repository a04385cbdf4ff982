import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { SettingsFrame } from "../../../settings/settings-frame";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings")({ component: Frame });

function Frame() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  );
}
