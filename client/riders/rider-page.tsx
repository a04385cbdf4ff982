import type { ReactNode } from "react";
import type { Settings } from "../../src/settings/contract";
import { RiderShell } from "../ui/rider-shell";
import { LanguageChoice } from "./language-choice";

/** The frame of a signed-in rider's page. */
export function RiderPage({
  settings,
  wide,
  children,
}: {
  settings: Settings;
  /** Whether the page has two columns. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <RiderShell brand={settings.brand} demo={settings.demo} tools={<LanguageChoice />} wide={wide}>
      {children}
    </RiderShell>
  );
}
