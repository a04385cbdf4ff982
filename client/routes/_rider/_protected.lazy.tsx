import { createLazyFileRoute, Outlet } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { PendingPage } from "../../error-pages";
import { useOfflinePages } from "../../pwa/use-offline-pages";
import { useAuth } from "../../riders/client-auth";
import { isProfileComplete } from "../../riders/profile";
import { UserInfo } from "../../riders/sign-in/user-info";
import { useWords } from "../../words/use-words";

export const Route = createLazyFileRoute("/_rider/_protected")({
  component: ProfileGate,
  pendingComponent: PendingPage,
});

/** Asks a rider without a name for first and last name, full screen, before it shows any page inside it. */
function ProfileGate() {
  const { api, settings } = Route.useRouteContext();
  const auth = useAuth();
  const t = useWords();
  useOfflinePages(auth.user?.id, async (id) => {
    const { saveRiderTrips } = await import("../../pwa/save-trips");
    await saveRiderTrips(api, id, settings.timeZone, t);
  });
  // The form stays until its success message has closed, although the profile is complete before that.
  const [isCompletingProfile, setIsCompletingProfile] = useState(!isProfileComplete(auth.user));
  const finishProfile = useCallback(() => setIsCompletingProfile(false), []);
  if (auth.isLoading || !auth.isAuthenticated) return <PendingPage />;
  if (isCompletingProfile) {
    return <UserInfo onDone={finishProfile} settings={settings} />;
  }
  return <Outlet />;
}
