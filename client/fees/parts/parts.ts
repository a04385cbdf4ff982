/** The parts of the price list as screens: names, addresses, and what of the schedule each shows. */
import {
  Baby,
  BadgePercent,
  FileClock,
  HandCoins,
  Hourglass,
  Layers,
  type LucideIcon,
  MapPinned,
  MoonStar,
  Percent,
  Route,
  Table2,
  WandSparkles,
} from "lucide-react";
import type { FeePart } from "../changes";

/** Where all of them live. */
export const FEES = "/dispatch/dashboard/FeeManagement";

export interface FeeScreenLink {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The part of the schedule it edits; none for what is beside the schedule. */
  part?: FeePart;
  exact?: boolean;
}

/** The rail: what the schedule is made of, then what lies around it. */
export const feeScreens: readonly (readonly FeeScreenLink[])[] = [
  [
    { label: "Classes & rates", to: FEES, icon: Table2, part: "rates", exact: true },
    { label: "Flat prices", to: `${FEES}/flat-prices`, icon: Route, part: "flat-prices" },
    { label: "Surcharges", to: `${FEES}/surcharges`, icon: MoonStar, part: "surcharges" },
    { label: "Extras", to: `${FEES}/extras`, icon: Baby, part: "extras" },
    { label: "Promotions", to: `${FEES}/promotions`, icon: BadgePercent, part: "promotions" },
    { label: "Taxes & gratuity", to: `${FEES}/taxes`, icon: Percent, part: "taxes" },
    { label: "Waiting & cancellation", to: `${FEES}/waiting`, icon: Hourglass, part: "waiting" },
    { label: "Driver pay", to: `${FEES}/pay`, icon: HandCoins, part: "pay" },
  ],
  [
    { label: "From known trips", to: `${FEES}/first`, icon: WandSparkles },
    { label: "Vehicle classes", to: `${FEES}/classes`, icon: Layers },
    { label: "Zones", to: `${FEES}/zones`, icon: MapPinned },
    { label: "History", to: `${FEES}/history`, icon: FileClock },
  ],
];

const roots: Readonly<Record<string, FeePart>> = {
  rates: "rates",
  flatPrices: "flat-prices",
  surcharges: "surcharges",
  holidays: "surcharges",
  extras: "extras",
  promotions: "promotions",
  taxes: "taxes",
  gratuity: "taxes",
  graceMinutes: "waiting",
  cancellation: "waiting",
  driverPay: "pay",
  deadhead: "pay",
};

/** The part of the price list that a path of the schedule belongs to. */
export function partOf(path: string): FeePart {
  return roots[path.split(".")[0] ?? ""] ?? "rates";
}

/** Where a part is edited. */
export function screenOf(part: FeePart): FeeScreenLink {
  const found = feeScreens.flat().find((screen) => screen.part === part);
  if (!found) throw new Error(`No screen shows ${part}`);
  return found;
}
