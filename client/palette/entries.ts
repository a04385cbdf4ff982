/** The palette's entries: actions, screens, recents and search results. */
import {
  ArrowLeftRight,
  Building2,
  CalendarRange,
  CarFront,
  Clock,
  Copy,
  Keyboard,
  Link2,
  Lock,
  Mail,
  LogOut,
  type LucideIcon,
  MapPin,
  PackageCheck,
  PackageSearch,
  Maximize2,
  PanelRight,
  Plus,
  ReceiptText,
  Settings2,
  TriangleAlert,
  UserRound,
  Users,
} from "lucide-react";
import type { AdminRole } from "../../src/accounts/contract";
import { may } from "../../src/accounts/permission-rules";
import type { SearchHit } from "../../src/desk/contract";
import { endsAtPickup } from "../../src/reservations/rules";
import { actionWords } from "../trip-acts/act-words";
import { type ActName, mayAct, canRoleAct, isActAvailable } from "../trip-acts/allowed-acts";
import { keys } from "../office/keys/keys";
import { screenParts } from "../office/navigation";
import type { SelectedTrip } from "../trip-acts/selected-trip";
import { settingsTopicGroups as settings } from "../office/settings-topics";
import type { IconPart } from "../ui/glyph";
import type { NavGroup } from "../ui/nav";
import { fuzzyScore } from "./fuzzy";
import type { RecentEntry } from "./recents";

/** The address that an entry opens. */
interface Destination {
  to: string;
  search?: Record<string, string> | undefined;
}

/** One line of the palette. */
export interface Entry {
  /** Its unique key. */
  key: string;
  section: string;
  title: string;
  detail?: string;
  Icon: LucideIcon | IconPart;
  /** The shortcut that does the same, as shown. */
  shortcut?: string;
  danger?: boolean;
  /** More words that find this entry. */
  keywords?: string;
  hit?: SearchHit;
  /** The address it opens. Entries with an address are remembered as recent. */
  destination?: Destination;
  /** The action it runs, if it has no address. */
  run?: () => void;
}

/** Actions of the frame around the palette. */
interface ShellActions {
  onLock: () => void;
  onSignOut: () => void;
  onShowKeys: () => void;
  onCopyLink: (reservationId: string) => void;
}

const boardPath = "/dispatch/dashboard/reservation";
const mapPath = "/dispatch/dashboard/map";

/** Returns the actions of the selected reservation, as its panel offers them. */
export function tripActionEntries(
  { row, act }: SelectedTrip,
  role: AdminRole,
  { onCopyLink }: Pick<ShellActions, "onCopyLink">,
): Entry[] {
  const section = `Reservation ${row.number}`;
  const bookAgainLink = (way: "again" | "back") => ({
    to: "/dispatch/dashboard/new",
    search: { like: row.id, way },
  });
  const steps = (Object.keys(actionWords) as ActName[])
    .filter(
      (name) => mayAct(name, row.state) && canRoleAct(name, role) && isActAvailable(name, row),
    )
    .map((name): Entry => {
      const { label, Icon, key, danger } = actionWords[name];
      return {
        key: `act ${name}`,
        section,
        title: label,
        Icon,
        run: () => act(name),
        ...(key && { shortcut: key }),
        ...(danger && { danger }),
        ...(name === "assign" && { keywords: "offer driver send" }),
      };
    });
  const more: Entry[] = [
    {
      key: "act open",
      section,
      title: "Open details",
      Icon: PanelRight,
      destination: { to: boardPath, search: { open: row.id } },
    },
    {
      key: "act page",
      section,
      title: "Open page",
      Icon: Maximize2,
      shortcut: keys.page.shown,
      destination: { to: `${boardPath}/${row.id}` },
    },
    {
      key: "act link",
      section,
      title: "Copy link",
      Icon: Link2,
      run: () => onCopyLink(row.id),
    },
  ];
  if (may(role, "trips.manage")) {
    more.push({
      key: "act again",
      section,
      title: "Duplicate trip",
      Icon: Copy,
      destination: bookAgainLink("again"),
    });
    if (!endsAtPickup(row))
      more.push({
        key: "act back",
        section,
        title: "Book return trip",
        Icon: ArrowLeftRight,
        destination: bookAgainLink("back"),
      });
  }
  return [...steps, ...more];
}

/** Actions available anywhere. */
export function commandEntries(
  role: AdminRole,
  { onLock, onSignOut, onShowKeys }: ShellActions,
): Entry[] {
  const section = "Actions";
  return [
    ...(may(role, "trips.manage")
      ? [
          {
            key: "do new",
            section,
            title: "New booking",
            Icon: Plus,
            shortcut: keys.new.shown,
            keywords: "phone caller reservation",
            destination: { to: "/dispatch/dashboard/new" },
          },
        ]
      : []),
    {
      key: "do lock",
      section,
      title: "Lock screen",
      Icon: Lock,
      shortcut: keys.lock.shown,
      run: onLock,
    },
    {
      key: "do keys",
      section,
      title: "Show keyboard shortcuts",
      Icon: Keyboard,
      shortcut: keys.sheet.shown,
      keywords: "help shortcuts",
      run: onShowKeys,
    },
    {
      key: "do leave",
      section,
      title: "Sign out",
      Icon: LogOut,
      keywords: "log out",
      run: onSignOut,
    },
  ];
}

/** Only the first group, because the screens of the other groups are listed separately. */
const settingsTopics = (settings[0] ?? []).map(({ label, to }) => ({
  label: `Settings: ${label.toLowerCase()}`,
  to,
}));

/** Returns every screen the role sees, and their parts. */
export function screenEntries(groups: readonly NavGroup[]): Entry[] {
  const section = "Go to";
  return [
    ...groups.flatMap(({ title: groupTitle, items }) =>
      items.map(({ label, to, icon }) => ({
        key: `go ${to}`,
        section,
        title: label,
        Icon: icon,
        keywords: groupTitle,
        destination: { to },
        ...(to === mapPath && { shortcut: keys.map.shown }),
      })),
    ),
    ...[...screenParts, ...settingsTopics].map(({ label, to }) => ({
      key: `go ${to}`,
      section,
      title: label,
      Icon: Settings2,
      keywords: "settings",
      destination: { to },
    })),
  ];
}

/** Recently opened entries. */
export function recentEntries(recents: readonly RecentEntry[]): Entry[] {
  return recents.map(({ key, title, detail, to, search }) => ({
    // A key of its own, because the results may have the same entry.
    key: `recent ${key}`,
    section: "Recent",
    title,
    detail,
    Icon: Clock,
    destination: { to, search },
  }));
}

const hitKinds: Record<
  SearchHit["kind"],
  { section: string; Icon: LucideIcon; destination: (hit: SearchHit) => Destination }
> = {
  reservation: {
    section: "Reservations",
    Icon: CalendarRange,
    destination: ({ id }) => ({ to: `${boardPath}/${id}` }),
  },
  rider: {
    section: "Riders",
    Icon: UserRound,
    destination: ({ id }) => ({ to: `/dispatch/dashboard/riders/${id}` }),
  },
  driver: {
    section: "Drivers",
    Icon: Users,
    destination: ({ id }) => ({ to: `/dispatch/dashboard/DriverManagement/${id}` }),
  },
  vehicle: {
    section: "Vehicles",
    Icon: CarFront,
    destination: ({ id }) => ({ to: `/dispatch/dashboard/VehicleManagement/${id}` }),
  },
  company: {
    section: "Companies",
    Icon: Building2,
    destination: ({ id }) => ({ to: `/dispatch/dashboard/companies/${id}` }),
  },
  place: {
    section: "Places",
    Icon: MapPin,
    destination: ({ id }) => ({ to: `/dispatch/dashboard/places/${id}` }),
  },
  contact: {
    section: "Contact messages",
    Icon: Mail,
    destination: ({ id, box = "open" }) => ({
      to: "/dispatch/dashboard/ContactMessages",
      search: { open: id, ...(box !== "open" && { box }) },
    }),
  },
  incident: {
    section: "Incidents",
    Icon: TriangleAlert,
    destination: ({ id }) => ({ to: "/dispatch/dashboard/incidents", search: { open: id } }),
  },
  lost_report: {
    section: "Lost property",
    Icon: PackageSearch,
    destination: ({ id }) => ({ to: "/dispatch/dashboard/LostProperty", search: { open: id } }),
  },
  found_item: {
    section: "Found property",
    Icon: PackageCheck,
    destination: ({ id }) => ({ to: "/dispatch/dashboard/FoundProperty", search: { open: id } }),
  },
  invoice: {
    section: "Invoices",
    Icon: ReceiptText,
    destination: ({ id }) => ({ to: `/dispatch/dashboard/invoices/${id}` }),
  },
};

/** Returns the search results as entries, grouped by kind. */
export function entriesOfHits(hits: readonly SearchHit[]): Entry[] {
  return hits.map((hit) => {
    const { section, Icon, destination } = hitKinds[hit.kind];
    const { kind, id, title, detail } = hit;
    return {
      key: `${kind} ${id}`,
      section,
      title,
      detail,
      Icon,
      hit,
      destination: destination(hit),
    };
  });
}

/** The most actions of the selected reservation, and the most other entries, shown beside the search results. */
const MAX_COMMANDS = 6;

/**
 * Returns the lines to show. Without text: the selected reservation, recents, everything else. With text: the best
 * matches; results come first when digits were typed.
 */
export function entriesFor(
  typed: string,
  ownEntries: { actions: readonly Entry[]; recents: readonly Entry[]; others: readonly Entry[] },
  hits: readonly Entry[],
): Entry[] {
  if (typed.trim() === "")
    return [...ownEntries.actions, ...ownEntries.recents, ...ownEntries.others];
  const matchingEntries = (entries: readonly Entry[]) =>
    entries
      .map((entry) => ({ entry, score: matchScore(typed, entry) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_COMMANDS)
      .map(({ entry }) => entry);
  const actions = matchingEntries(ownEntries.actions);
  const others = matchingEntries(ownEntries.others);
  // The lines of a section stay together, with the best match first.
  const sections = [...new Set(others.map(({ section }) => section))];
  const commands = [
    ...actions,
    ...sections.flatMap((section) => others.filter((entry) => entry.section === section)),
  ];
  return /\d/.test(typed) ? [...hits, ...commands] : [...commands, ...hits];
}

/** Scores a match: one in the title ranks above one in other words. */
function matchScore(typed: string, { title, keywords = "" }: Entry): number {
  return fuzzyScore(typed, title) * 2 || fuzzyScore(typed, `${title} ${keywords}`);
}
