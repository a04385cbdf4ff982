import { Bell, LogOut, Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { type NavItem, SideNav, TabBar } from "./nav";
import { HomePathContext } from "./home-path-context";
import { SkipLink } from "./skip-link";
import { DemoBanner } from "./demo-banner";
import { OfflineBanner } from "./offline-banner";
import { BrandLink } from "./brand";
import { ShellDrawer, ShellSidebar } from "./shell-menu";
import { useWords } from "../words/use-words";

interface DriverShellProps {
  brand: string;
  demo?: boolean;
  driverName: string;
  /** The sidebar's items. */
  items: readonly NavItem[];
  /** The three to five items of a phone's bottom bar. */
  tabs: readonly NavItem[];
  unread: number;
  onNotifications: () => void;
  onLogout: () => void;
  children: ReactNode;
}

/** The driver's frame: a sidebar on a desktop, a bottom bar and a drawer on a phone. */
export function DriverShell({
  brand,
  demo,
  driverName,
  items,
  tabs,
  unread,
  onNotifications,
  onLogout,
  children,
}: DriverShellProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const body = (
    <>
      <SideNav items={items} label={t("Driver")} onNavigate={close} />
      <div className="mt-auto border-line border-t pt-4">
        <p className="truncate px-3 pb-2 font-medium text-sm">{driverName}</p>
        <Button
          className="!justify-start !px-3 text-ink-muted"
          icon={<LogOut aria-hidden="true" className="rtl:-scale-x-100" size={20} />}
          onClick={onLogout}
          variant="quiet"
          wide
        >
          {t("Log out")}
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
        <ShellSidebar className="w-64 gap-6 bg-surface-raised p-4 md:flex" demo={demo}>
          <BrandLink brand={brand} className="min-h-11 px-2" />
          {body}
        </ShellSidebar>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-surface-raised px-2 md:border-0 md:bg-surface md:px-6">
            <IconButton
              aria-expanded={open}
              aria-haspopup="dialog"
              className="md:hidden"
              icon={<Menu aria-hidden="true" size={22} />}
              label={t("Menu")}
              onClick={() => setOpen(true)}
            />
            <BrandLink brand={brand} className="min-h-11 md:hidden" />
            <IconButton
              className="ms-auto"
              count={unread}
              icon={<Bell aria-hidden="true" size={22} />}
              label={t("Notifications")}
              onClick={onNotifications}
            />
          </header>
          <main
            className="mx-auto w-full max-w-5xl flex-1 px-4 py-6 md:px-6"
            id="content"
            tabIndex={-1}
          >
            <HomePathContext value="/driver/dashboard">{children}</HomePathContext>
          </main>
        </div>
      </div>
      <TabBar items={tabs} label={t("Main menu, at the bottom")} />
      <ShellDrawer brand={brand} headClassName="ps-2" onClose={close} open={open}>
        {body}
      </ShellDrawer>
    </div>
  );
}
