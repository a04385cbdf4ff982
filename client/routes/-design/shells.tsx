import {
  CalendarClock,
  CalendarDays,
  Car,
  CreditCard,
  Home,
  Settings2,
  UserRound,
  Users,
} from "lucide-react";
import { useState } from "react";
import { AuthLayout } from "../../ui/auth-layout";
import { Button } from "../../ui/button";
import { CodeField } from "../../ui/code-field";
import { DispatchShell } from "../../ui/dispatch-shell";
import { DriverShell } from "../../ui/driver-shell";
import { Landscape } from "../../ui/landscape";
import { EmptyStateArt } from "../../ui/empty-state-art";
import { EmptyState } from "../../ui/empty-state";
import type { NavGroup, NavItem } from "../../ui/nav";
import { PageHeader } from "../../ui/page-header";
import { RiderShell } from "../../ui/rider-shell";
import { SearchField } from "../../ui/search-field";
import { SkeletonRows } from "../../ui/skeleton";

const to = "/design";

export function RiderSample({ brand }: { brand: string }) {
  return (
    <RiderShell brand={brand} demo>
      <PageHeader title="Trips" />
      <EmptyState
        art={<EmptyStateArt kind="trips" />}
        title="No trips yet"
        action={<Button>Book a ride</Button>}
      />
    </RiderShell>
  );
}

const driverItems: NavItem[] = [
  { label: "Home", to, search: { show: "driver" }, icon: Home },
  {
    label: "Requested Ride",
    to,
    search: { show: "parts" },
    icon: CalendarDays,
    children: [
      { label: "Today", to, search: { show: "rider" }, count: 2 },
      { label: "Future", to, search: { show: "dispatch" }, count: 5 },
      { label: "Past", to, search: { show: "sign-in" } },
    ],
  },
  { label: "Driver Billing", to, search: { show: "rider" }, icon: CreditCard },
  { label: "Profile", to, search: { show: "rider" }, icon: UserRound },
];

export function DriverSample({ brand }: { brand: string }) {
  return (
    <DriverShell
      brand={brand}
      driverName="Jean Bosco Habimana"
      items={driverItems}
      onNotifications={() => {}}
      onLogout={() => {}}
      tabs={driverItems}
      unread={3}
    >
      <PageHeader title="Ride Requests" />
      <EmptyState art={<EmptyStateArt kind="requests" />} title="No ride requests yet">
        New requests appear here automatically.
      </EmptyState>
    </DriverShell>
  );
}

const dispatchGroups: NavGroup[] = [
  {
    title: "Day",
    items: [
      { label: "Reservations", to, search: { show: "dispatch" }, icon: CalendarClock, count: 14 },
    ],
  },
  {
    title: "Fleet",
    items: [
      { label: "Drivers", to, search: { show: "parts" }, icon: Users },
      { label: "Vehicles", to, search: { show: "parts" }, icon: Car },
    ],
  },
  { title: "Money", items: [{ label: "Fees", to, search: { show: "parts" }, icon: Settings2 }] },
];

export function DispatchSample({ brand }: { brand: string }) {
  const [query, setQuery] = useState("");
  return (
    <DispatchShell
      admin={{ names: "Diane Uwase", role: "dispatcher" }}
      brand={brand}
      groups={dispatchGroups}
      onLock={() => {}}
      onLogout={() => {}}
      search={<SearchField dense label="Search reservations" onValue={setQuery} value={query} />}
    >
      <PageHeader actions={<Button size="small">New booking</Button>} dense title="Reservations" />
      <div className="overflow-hidden rounded-lg border border-line bg-surface-raised">
        <SkeletonRows dense rows={16} />
      </div>
    </DispatchShell>
  );
}

export function SignInSample({ brand }: { brand: string }) {
  const [code, setCode] = useState("");
  return (
    <AuthLayout
      art={<Landscape />}
      aside="Didn't get it? Ask for another code in 30 seconds."
      brand={brand}
      detail="Enter the 4-digit code sent to a•••@example.com"
      title="Welcome back, Aline"
    >
      <CodeField label="4-digit code" onValue={setCode} value={code} />
      <Button className="mt-6" disabled={code.length < 4} wide>
        Verify Code
      </Button>
    </AuthLayout>
  );
}
