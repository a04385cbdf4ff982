import { fullName } from "../../src/accounts/name-rules";
import { useRouter } from "@tanstack/react-router";
import { CalendarClock, House, UserRound, Wallet, Wrench } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Driver } from "../../src/drivers/contract";
import type { Notifications } from "../../src/notifications/contract";
import type { ReservationRow } from "../../src/reservations/contract";
import { DriverShell } from "../ui/driver-shell";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import type { NavItem } from "../ui/nav";
import { NoticeBanner } from "../ui/notice-banner";
import { useLiveStream } from "./live-stream";
import { useLogout } from "./logout";
import { lazy, usePreload } from "../lazy";
import { withRetry } from "./with-retry";
import { useTaps } from "./taps/taps";
import { notify } from "../ui/notify";
import { useWords } from "../words/use-words";
import { type Phrase, phrase } from "../words/words";

const Toasts = lazy(async () => (await import("../ui/toasts")).ToastHost);

/** An item whose label is not yet translated. */
type NavItemWithoutLabel = Omit<NavItem, "label" | "children"> & {
  label: Phrase;
  children?: { label: Phrase; to: string }[];
};

const ridesPath = "/driver/dashboard/requests";
const home = { label: phrase("Home"), to: "/driver/dashboard", icon: House, exact: true };
const profile = { label: phrase("Profile"), to: "/driver/dashboard/profile", icon: UserRound };
const billing = { label: phrase("Driver Billing"), to: "/driver/dashboard/billing", icon: Wallet };
const items: NavItemWithoutLabel[] = [
  home,
  {
    label: phrase("Requested Ride"),
    to: ridesPath,
    icon: CalendarClock,
    children: [
      { label: phrase("Today"), to: `${ridesPath}/today` },
      { label: phrase("Future"), to: `${ridesPath}/future` },
      { label: phrase("Past"), to: `${ridesPath}/past` },
    ],
  },
  { label: phrase("Management"), to: "/driver/dashboard/management", icon: Wrench },
  billing,
  profile,
];

const NotificationSheet = lazy(
  async () => (await import("./notification-sheet")).NotificationSheet,
);
const UploadsNotice = lazy(async () => (await import("./uploads/uploads-notice")).UploadsNotice);
const TapsNotice = lazy(
  async () => (await import("./taps/taps-notice")).TapsNotice,
  withRetry(phrase("Reload unsent updates")),
);

/**
 * The driver's frame, with what every screen needs: the live stream, notifications, alerts for new
 * offers, and signing out.
 */
export function DriverArea({
  driver,
  notices,
  offers,
  children,
}: {
  driver: Driver;
  notices: Notifications;
  /** The open offers, so that new ones can be announced. */
  offers: readonly ReservationRow[];
  children: ReactNode;
}) {
  const t = useWords();
  const router = useRouter();
  const { settings, words } = router.options.context;
  useEffect(() => {
    if (words.t.language === driver.language) return;
    // Routes make the page's title, so they run again. Without the words, the page stays in its language.
    words.setLanguage(driver.language).then(
      () => router.invalidate(),
      () => {},
    );
  }, [router, words, driver.language]);
  const [isBellOpen, setIsBellOpen] = useState(false);
  const refresh = useRefresh();
  const connection = useLiveStream("/backend/driver/events", {
    onReservation: ({ number, state }) => {
      refresh();
      // A cancelled trip disappears from Home, so only this toast tells the driver.
      if (state === "cancelled")
        void notify("warning", t("Trip {number} was cancelled.", { number }));
    },
    onNotification: refresh,
    onOpen: refresh,
  });
  const { logout, dialog } = useLogout();
  const { taps } = useTaps();
  usePreload(TapsNotice);
  useOfferAnnouncements(offers, settings.timeZone);

  const tabs = [
    { ...home, count: offers.length },
    { label: phrase("Rides"), to: ridesPath, icon: CalendarClock },
    { ...billing, label: phrase("Billing") },
    profile,
  ];
  const translateItem = ({ label, children, ...item }: NavItemWithoutLabel): NavItem => ({
    ...item,
    label: t.of(label),
    ...(children && {
      children: children.map(({ label: name, to }) => ({ label: t.of(name), to })),
    }),
  });
  return (
    <>
      <DriverShell
        brand={settings.brand}
        demo={settings.demo}
        driverName={fullName(driver)}
        items={items.map(translateItem)}
        onNotifications={() => setIsBellOpen(true)}
        onLogout={logout}
        tabs={tabs.map(translateItem)}
        unread={notices.unread}
      >
        <div className="*:mb-4" role="status">
          {connection === "lost" && (
            <NoticeBanner tone="warning">
              {t("Connection lost. Reconnecting; this page may be out of date.")}
            </NoticeBanner>
          )}
          <UploadsNotice driverId={driver.id} />
          {taps.length > 0 && <TapsNotice />}
        </div>
        {children}
      </DriverShell>
      <NotificationSheet
        notices={notices}
        onClose={() => setIsBellOpen(false)}
        open={isBellOpen}
        timeZone={settings.timeZone}
      />
      {dialog}
      <Toasts />
    </>
  );
}

/** Plays the sound for a new offer. A sound that does not load is ignored. */
async function playOfferSound(): Promise<void> {
  const sound = await import("./offers/offer-sound").catch(() => null);
  sound?.announceOffer();
}

/** Reloads the screen's data. Several events in quick succession cause one reload. */
function useRefresh(): () => void {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // Without a network, a reload would fail. The stream calls this again when it reopens.
      if (navigator.onLine) void router.invalidate();
    }, 120);
  };
}

/** Shows a toast for each new offer. */
function useOfferAnnouncements(offers: readonly ReservationRow[], timeZone: string): void {
  const t = useWords();
  const seenOfferKeys = useRef<Set<string> | null>(null);
  useEffect(() => {
    const before = seenOfferKeys.current;
    seenOfferKeys.current = new Set(offers.map(({ id, version }) => `${id} ${version}`));
    if (before === null) return;
    for (const { id, version, pickup, pickupAt, payMinor, currency } of offers) {
      if (before.has(`${id} ${version}`)) continue;
      const when = formatMoment(pickupAt, timeZone, "date-time", t);
      void playOfferSound();
      void notify(
        "info",
        [
          t("New offer: {when}, {name}", { when, name: pickup.name }),
          ...(payMinor === null
            ? []
            : [t("You earn {amount}", { amount: formatMoney(payMinor, currency, t) })]),
        ].join(". "),
      );
    }
  }, [offers, timeZone, t]);
}
