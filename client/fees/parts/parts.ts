/**
 * The parts of the price list as screens: name, address, and the part of the schedule each edits.
 */
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

/** The address of all parts. */
export const FEES_PATH = "/dispatch/dashboard/FeeManagement";

export interface FeeScreenLink {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The part of the schedule that the screen edits; undefined for other pages. */
  part?: FeePart;
  exact?: boolean;
}

/** The menu: parts of the price list, then related pages. */
export const feeScreens: readonly (readonly FeeScreenLink[])[] = [
  [
    { label: "Classes & rates", to: FEES_PATH, icon: Table2, part: "rates", exact: true },
    { label: "Flat prices", to: `${FEES_PATH}/flat-prices`, icon: Route, part: "flat-prices" },
    { label: "Surcharges", to: `${FEES_PATH}/surcharges`, icon: MoonStar, part: "surcharges" },
    { label: "Extras", to: `${FEES_PATH}/extras`, icon: Baby, part: "extras" },
    { label: "Promotions", to: `${FEES_PATH}/promotions`, icon: BadgePercent, part: "promotions" },
    { label: "Taxes & gratuity", to: `${FEES_PATH}/taxes`, icon: Percent, part: "taxes" },
    {
      label: "Waiting & cancellation",
      to: `${FEES_PATH}/waiting`,
      icon: Hourglass,
      part: "waiting",
    },
    { label: "Driver pay", to: `${FEES_PATH}/pay`, icon: HandCoins, part: "pay" },
  ],
  [
    { label: "From known fares", to: `${FEES_PATH}/first`, icon: WandSparkles },
    { label: "Vehicle classes", to: `${FEES_PATH}/classes`, icon: Layers },
    { label: "Zones", to: `${FEES_PATH}/zones`, icon: MapPinned },
    { label: "History", to: `${FEES_PATH}/history`, icon: FileClock },
  ],
];

const partByRoot: Readonly<Record<string, FeePart>> = {
  rates: "rates",
  flatPrices: "flat-prices",
  surcharges: "surcharges",
  holidays: "surcharges",
  extras: "extras",
  promotions: "promotions",
  companyDiscounts: "promotions",
  companyRates: "promotions",
  taxes: "taxes",
  gratuity: "taxes",
  graceMinutes: "waiting",
  cancellation: "waiting",
  driverPay: "pay",
  deadhead: "pay",
};

/** Returns the part of the price list to which a path of the schedule belongs. */
export function partOf(path: string): FeePart {
  return partByRoot[path.split(".")[0] ?? ""] ?? "rates";
}

/** Returns the screen on which a part is edited. */
export function screenOf(part: FeePart): FeeScreenLink {
  const partScreen = feeScreens.flat().find((screen) => screen.part === part);
  if (!partScreen) throw new Error(`Fees has no screen for ${part}`);
  return partScreen;
}
