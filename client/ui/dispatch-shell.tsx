import { Link } from "@tanstack/react-router";
import { Lock, LogOut, Menu, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Avatar } from "./avatar";
import { Brand } from "./brand";
import { classNames } from "./class-names";
import { IconButton } from "./icon-button";
import { type NavItem, SideNav } from "./nav";
import { SkipLink } from "./skip-link";
import { DemoBanner } from "./demo-banner";
import { OfflineBanner } from "./offline-banner";
import { useModal } from "./use-modal";

export interface DispatchShellProps {
  brand: string;
  demo?: boolean;
  /** Name and role of who is signed in. */
  admin: { names: string; role: string };
  items: readonly NavItem[];
  /** The search box, or whatever stands at the top. */
  search?: ReactNode;
  /** Beside the lock: the state of the live line, say. */
  status?: ReactNode;
  onLock: () => void;
  onLogout: () => void;
  children: ReactNode;
}

/** The dispatcher's frame: dense, the whole width for the board, everything one key or press away. */
export function DispatchShell({
  brand,
  demo,
  admin,
  items,
  search,
  status,
  onLock,
  onLogout,
  children,
}: DispatchShellProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const drawer = useModal(open, close);
  const foot = (
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
        <aside
          className={classNames(
            "sticky top-0 hidden w-56 shrink-0 flex-col gap-4 overflow-y-auto border-line border-e bg-surface-sunken p-3 lg:flex",
            // Its foot stays in sight under the banner of a demo.
            demo ? "h-[calc(100dvh-2rem)]" : "h-dvh",
          )}
        >
          <Link className="flex min-h-9 items-center rounded-sm px-1" to="/">
            <Brand name={brand} />
          </Link>
          <SideNav dense items={items} label="Dispatch" />
          {foot}
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-line border-b bg-surface px-2 lg:px-4">
            <IconButton
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
                label="Lock the screen"
                onClick={onLock}
              />
            </div>
          </header>
          <main className="min-w-0 flex-1 p-4 lg:p-6" id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      <dialog
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-surface-raised p-0 shadow-lg"
        ref={drawer}
      >
        {open && (
          <div className="flex min-h-full flex-col gap-4 p-4">
            <div className="flex items-center justify-between">
              <Brand name={brand} />
              <IconButton
                icon={<X aria-hidden="true" size={20} />}
                label="Close menu"
                onClick={close}
              />
            </div>
            <SideNav items={items} label="Dispatch" onGo={close} />
            {foot}
          </div>
        )}
      </dialog>
    </div>
  );
}
