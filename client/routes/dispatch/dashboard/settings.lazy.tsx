import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { SettingsFrame } from "../../../settings/settings-frame";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings")({
  component: SettingsLayout,
});

function SettingsLayout() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  );
}
