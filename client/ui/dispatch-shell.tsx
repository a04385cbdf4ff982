import { Link } from "@tanstack/react-router";
import { Lock, LogOut, Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "./avatar";
import { IconButton } from "./icon-button";
import type { NavGroup } from "./nav";
import { GroupedNav } from "./nav-groups";
import { SkipLink } from "./skip-link";
import { DemoBanner } from "./demo-banner";
import { OfflineBanner } from "./offline-banner";
import { BrandLink } from "./brand";
import { ShellDrawer, ShellSidebar } from "./shell-menu";

interface DispatchShellProps {
  brand: string;
  demo?: boolean;
  /** Name and role of the signed-in person. */
  admin: { names: string; role: string };
  /** The screens, grouped by purpose. */
  groups: readonly NavGroup[];
  /** The search box, or other content at the top. */
  search?: ReactNode;
  /** The content beside the lock, such as the state of the live connection. */
  status?: ReactNode;
  onLock: () => void;
  onLogout: () => void;
  children: ReactNode;
}

/** The dispatcher's frame: dense, full width for the board, and every function at most one key or press away. */
export function DispatchShell({
  brand,
  demo,
  admin,
  groups,
  search,
  status,
  onLock,
  onLogout,
  children,
}: DispatchShellProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const footer = (
    <div className="mt-auto flex items-center gap-2 border-line border-t pt-3">
      <Link
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1 hover:bg-surface-sunken"
        onClick={close}
        to={"/dispatch/dashboard/profile" as string}
      >
        <Avatar name={admin.names} size="small" />
        <span className="min-w-0">
          <span className="block truncate font-medium text-sm">{admin.names}</span>
          <span className="block truncate text-ink-faint text-xs capitalize">{admin.role}</span>
        </span>
      </Link>
      <IconButton
        dense
        icon={<LogOut aria-hidden="true" size={16} />}
        label="Sign out"
        onClick={onLogout}
      />
    </div>
  );
  return (
    <div className="flex min-h-dvh flex-col text-sm [--bar:3.25rem]">
      <SkipLink />
      {demo && <DemoBanner />}
      <OfflineBanner />
      <div className="flex flex-1">
        <ShellSidebar
          className="w-60 gap-4 bg-surface-sunken p-3 shadow-surface-sunken lg:flex"
          demo={demo}
        >
          <BrandLink brand={brand} className="min-h-9 px-1" />
          <div className="thin-scrollbar -ms-1 -me-3 min-h-0 flex-1 overflow-y-auto p-1 pe-2">
            <GroupedNav dense groups={groups} label="Dispatch" />
          </div>
          {footer}
        </ShellSidebar>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-line border-b bg-surface px-2 lg:px-4">
            <IconButton
              aria-expanded={open}
              aria-haspopup="dialog"
              className="lg:hidden"
              dense
              icon={<Menu aria-hidden="true" size={20} />}
              label="Menu"
              onClick={() => setOpen(true)}
            />
            <div className="min-w-0 max-w-md flex-1">{search}</div>
            <div className="ms-auto flex items-center gap-1">
              {status}
              <IconButton
                dense
                icon={<Lock aria-hidden="true" size={18} />}
                label="Lock screen"
                onClick={onLock}
              />
            </div>
          </header>
          <main className="min-w-0 flex-1 p-4 lg:p-6" id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <ShellDrawer brand={brand} onClose={close} open={open}>
        <GroupedNav groups={groups} label="Dispatch" onNavigate={close} />
        {footer}
      </ShellDrawer>
    </div>
  );
}
