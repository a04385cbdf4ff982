import { createLazyFileRoute, Outlet, useNavigate, useRouter } from "@tanstack/react-router";
import { Command, Keyboard, Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { may } from "../../../src/accounts/permission-rules";
import { BoardSearchBox, searchBoxId } from "../../board/board-search-box";
import { useUnreadContacts } from "../../contact/use-unread-contacts";
import { useFailedMessages } from "../../outbox/use-failed-messages";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { endStaffSession } from "../../staff/end-staff-session";
import { ConnectionStatus } from "../../office/live/connection-status";
import { LiveConnection } from "../../office/live/live-connection";
import { screensOfRole } from "../../office/navigation";
import { useIdleLock } from "../../office/use-idle-lock";
import { useKeys } from "../../office/keys/use-keys";
import { lazy } from "../../lazy";
import { DispatchShell } from "../../ui/dispatch-shell";
import { EmptyState } from "../../ui/empty-state";
import { ButtonLink } from "../../ui/button-link";
import { IconButton } from "../../ui/icon-button";
import { forgetRecents } from "../../palette/recents";
import { stopBackgroundWork } from "../../pwa/end-session";
import { forgetPhoneDraft } from "../../phone-booking/draft-storage";
import { showToast, ToastHost } from "../../ui/toasts";

export const Route = createLazyFileRoute("/dispatch/dashboard")({
  component: Dashboard,
  notFoundComponent: PageNotFound,
});

const KeySheet = lazy(async () => (await import("../../office/keys/key-sheet")).KeySheet);
const Palette = lazy(async () => (await import("../../palette/palette")).Palette);

function Dashboard() {
  const { api, call, settings } = useOffice();
  const { profile } = Route.useLoaderData();
  const navigate = useNavigate();
  const router = useRouter();
  const [isShortcutHelpShown, setIsShortcutHelpShown] = useState(false);
  const [isCommandPaletteShown, setIsCommandPaletteShown] = useState(false);

  const lock = useCallback(async () => {
    try {
      await call(api.admin.lock.$post());
    } catch (error) {
      if (!(error instanceof LeftPageError))
        showToast("error", `The screen could not be locked: ${failureText(error)}`);
      return;
    }
    await navigate({ to: "/dispatch/lock" });
  }, [api, call, navigate]);

  const unreadCount = useUnreadContacts();
  const { count: failedCount } = useFailedMessages();
  const groups = useMemo(
    () => screensOfRole(profile.role, unreadCount, failedCount, settings.services),
    [profile.role, unreadCount, failedCount, settings.services],
  );
  const canTakeCalls = may(profile.role, "trips.manage");
  const signOut = async () => {
    stopBackgroundWork();
    forgetPhoneDraft();
    forgetRecents();
    await endStaffSession(api, navigate);
  };

  useIdleLock(lock);
  useKeys({
    palette: (event) => {
      event.preventDefault();
      setIsCommandPaletteShown(true);
    },
    search: (event) => {
      event.preventDefault();
      const box = document.getElementById(searchBoxId);
      if (box instanceof HTMLInputElement) {
        box.focus();
        box.select();
      }
    },
    ...(canTakeCalls && {
      new: (event: KeyboardEvent) => {
        // On the booking form this shortcut starts the next booking, so it isn't handled here.
        if (router.state.location.pathname === "/dispatch/dashboard/new") return;
        event.preventDefault();
        void navigate({ to: "/dispatch/dashboard/new" });
      },
    }),
    map: (event) => {
      event.preventDefault();
      void navigate({ to: "/dispatch/dashboard/map" });
    },
    lock: (event) => {
      event.preventDefault();
      void lock();
    },
    sheet: (event) => {
      event.preventDefault();
      setIsShortcutHelpShown(true);
    },
  });

  return (
    <LiveConnection>
      <DispatchShell
        admin={profile}
        brand={settings.brand}
        demo={settings.demo}
        groups={groups}
        onLock={lock}
        onLogout={signOut}
        search={<BoardSearchBox />}
        status={
          <>
            <ConnectionStatus />
            <IconButton
              dense
              icon={<Command aria-hidden="true" size={18} />}
              label="Find anything"
              onClick={() => setIsCommandPaletteShown(true)}
            />
            {canTakeCalls && (
              <IconButton
                dense
                icon={<Plus aria-hidden="true" size={18} />}
                label="New booking"
                onClick={() => void navigate({ to: "/dispatch/dashboard/new" })}
              />
            )}
            <IconButton
              className="pointer-coarse:hidden"
              dense
              icon={<Keyboard aria-hidden="true" size={18} />}
              label="Keyboard shortcuts"
              onClick={() => setIsShortcutHelpShown(true)}
            />
          </>
        }
      >
        <Outlet />
      </DispatchShell>
      <KeySheet onClose={() => setIsShortcutHelpShown(false)} open={isShortcutHelpShown} />
      <Palette
        groups={groups}
        onClose={() => setIsCommandPaletteShown(false)}
        onShowKeys={() => setIsShortcutHelpShown(true)}
        onLock={lock}
        onSignOut={signOut}
        open={isCommandPaletteShown}
        role={profile.role}
      />
      <ToastHost />
    </LiveConnection>
  );
}

/** Shown for an unknown address in the dashboard, inside the frame. */
function PageNotFound() {
  return (
    <EmptyState
      action={
        <ButtonLink size="small" to="/dispatch/dashboard/reservation" variant="secondary">
          Go to reservations
        </ButtonLink>
      }
      title="We can’t find that page"
    >
      The address may be mistyped, or the page has moved.
    </EmptyState>
  );
}
