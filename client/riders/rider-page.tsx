import type { ReactNode } from "react";
import type { Settings } from "../../src/settings/contract";
import { RiderShell } from "../ui/rider-shell";

/** The frame of a signed-in rider's page. */
export function RiderPage({ settings, children }: { settings: Settings; children: ReactNode }) {
  return (
    <RiderShell brand={settings.brand} demo={settings.demo}>
      {children}
    </RiderShell>
  );
}
