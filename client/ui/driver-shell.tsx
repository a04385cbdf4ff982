import { Link } from "@tanstack/react-router";
import { Bell, LogOut, Menu, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Brand } from "./brand";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { type NavItem, SideNav, TabBar } from "./nav";
import { SkipLink } from "./skip-link";
import { classNames } from "./class-names";
import { DemoBanner } from "./demo-banner";
import { OfflineBanner } from "./offline-banner";
import { useModal } from "./use-modal";

export interface DriverShellProps {
  brand: string;
  demo?: boolean;
  driverName: string;
  /** The sidebar, whole. */
  items: readonly NavItem[];
  /** The three to five of them at a phone's foot. */
  tabs: readonly NavItem[];
  unread: number;
  onBell: () => void;
  onLogout: () => void;
  children: ReactNode;
}

/** The driver's frame: a sidebar on a desktop; on a phone a bar at the thumb and a drawer. */
export function DriverShell({
  brand,
  demo,
  driverName,
  items,
  tabs,
  unread,
  onBell,
  onLogout,
  children,
}: DriverShellProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const drawer = useModal(open, close);
  const body = (
    <>
      <SideNav items={items} label="Driver" onGo={close} />
      <div className="mt-auto border-line border-t pt-4">
        <p className="truncate px-3 pb-2 font-medium text-sm">{driverName}</p>
        <Button
          className="!justify-start !px-3 text-ink-muted"
          icon={<LogOut aria-hidden="true" size={20} />}
          onClick={onLogout}
          variant="quiet"
          wide
        >
          Log out
        </Button>
      </div>
    </>
  );
  return (
    <div className="flex min-h-dvh flex-col pb-16 [--bar:3.5rem] md:pb-0">
      <SkipLink />
      {demo && <DemoBanner />}
      <OfflineBanner />
      <div className="flex flex-1">
        <aside
          className={classNames(
            "sticky top-0 hidden w-64 shrink-0 flex-col gap-6 overflow-y-auto border-line border-e bg-surface-raised p-4 md:flex",
            // Its foot stays in sight under the banner of a demo.
            demo ? "h-[calc(100dvh-2rem)]" : "h-dvh",
          )}
        >
          <Link className="flex min-h-11 items-center rounded-sm px-2" to="/">
            <Brand name={brand} />
          </Link>
          {body}
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-surface-raised px-2 md:border-0 md:bg-surface md:px-6">
            <IconButton
              className="md:hidden"
              icon={<Menu aria-hidden="true" size={22} />}
              label="Menu"
              onClick={() => setOpen(true)}
            />
            <Link className="flex min-h-11 items-center rounded-sm md:hidden" to="/">
              <Brand name={brand} />
            </Link>
            <IconButton
              className="ms-auto"
              count={unread}
              icon={<Bell aria-hidden="true" size={22} />}
              label="Notifications"
              onClick={onBell}
            />
          </header>
          <main
            className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 md:px-6"
            id="content"
            tabIndex={-1}
          >
            {children}
          </main>
        </div>
      </div>
      <TabBar items={tabs} label="Main, at the foot" />
      <dialog
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-surface-raised p-0 shadow-lg"
        ref={drawer}
      >
        {open && (
          <div className="flex min-h-full flex-col gap-4 p-4">
            <div className="flex items-center justify-between ps-2">
              <Brand name={brand} />
              <IconButton
                icon={<X aria-hidden="true" size={20} />}
                label="Close menu"
                onClick={close}
              />
            </div>
            {body}
          </div>
        )}
      </dialog>
    </div>
  );
}
