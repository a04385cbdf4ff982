import type { ReservationState } from "../../src/reservations/contract";
import { useWords } from "../words/use-words";
import { Badge, type Tone } from "./badge";
import { pathIcon, type IconPart } from "./glyph";

/**
 * The look of a state. `iconPath` is the path of its icon, which the build draws into the style sheet
 * (`build/styles.ts`).
 */
interface StateBadgeStyle {
  words: string;
  tone: Tone;
  iconPath: string;
  Icon: IconPart;
}

const badgeStyle = (words: string, tone: Tone, iconPath: string): StateBadgeStyle => ({
  words,
  tone,
  iconPath,
  Icon: pathIcon(iconPath),
});

/** The text, tone and icon of each state, so that the meaning never depends on colour alone. */
export const stateBadges: Record<ReservationState, StateBadgeStyle> = {
  quote: badgeStyle(
    "Quote",
    "neutral",
    "M10.1 2.2a10 10 0 0 1 3.8 0M13.9 21.8a10 10 0 0 1-3.8 0M17.6 3.7a10 10 0 0 1 2.7 2.7M2.2 13.9a10 10 0 0 1 0-3.8M20.3 17.6a10 10 0 0 1-2.7 2.7M21.8 10.1a10 10 0 0 1 0 3.8M3.7 6.4a10 10 0 0 1 2.7-2.7M6.4 20.3a10 10 0 0 1-2.7-2.7",
  ),
  pending: badgeStyle("Pending", "warning", "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 6v6l4 2"),
  confirmed: badgeStyle(
    "Confirmed",
    "info",
    "M8 2v3M16 2v3M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2zM3 9h18M9 15l2 2 4-4",
  ),
  offered: badgeStyle(
    "Offered",
    "warning",
    "M14.54 21.69a.5.5 0 0 0 .94-.02l6.5-19a.5.5 0 0 0-.64-.64l-19 6.5a.5.5 0 0 0-.02.94l7.93 3.18a2 2 0 0 1 1.11 1.11zM21.85 2.15l-10.94 10.94",
  ),
  assigned: badgeStyle(
    "Assigned",
    "info",
    "M16 11l2 2 4-4M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  ),
  en_route: badgeStyle(
    "On the way",
    "accent",
    "M21 8l-2 2-1.5-3.7A2 2 0 0 0 15.65 5H8.4a2 2 0 0 0-1.9 1.26L5 10 3 8M7 14h.01M17 14h.01M5 10h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2zM5 18v2M19 18v2",
  ),
  on_location: badgeStyle(
    "On location",
    "accent",
    "M20 10c0 4.99-5.54 10.19-7.4 11.8a1 1 0 0 1-1.2 0C9.54 20.19 4 14.99 4 10a8 8 0 0 1 16 0M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
  ),
  passenger_on_board: badgeStyle(
    "On board",
    "accent",
    "M4 22V4a1 1 0 0 1 .4-.8A6 6 0 0 1 8 2c3 0 5 2 7.33 2q2 0 3.07-.8A1 1 0 0 1 20 4v10a1 1 0 0 1-.4.8A6 6 0 0 1 16 16c-3 0-5-2-8-2a6 6 0 0 0-4 1.53",
  ),
  completed: badgeStyle(
    "Completed",
    "success",
    "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M16 9l-5.5 5.5L8 12",
  ),
  settled: badgeStyle(
    "Settled",
    "neutral",
    "M12 17V7M16 8h-6a2 2 0 0 0 0 4h4a2 2 0 0 1 0 4H8M4 2v20l2-1 2 1 2-1 2 1 2-1 2 1 2-1 2 1V2l-2 1-2-1-2 1-2-1-2 1-2-1-2 1z",
  ),
  cancelled: badgeStyle(
    "Cancelled",
    "neutral",
    "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M15 9l-6 6M9 9l6 6",
  ),
  no_show: badgeStyle(
    "No-show",
    "danger",
    "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M17 8L22 13M22 8L17 13",
  ),
  rejected: badgeStyle(
    "Rejected",
    "danger",
    "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M4.93 4.93 19.07 19.07",
  ),
};

/**
 * A reservation's state. `late` marks a late cancellation. `viewer: "rider"` uses the rider's texts: riders don't see
 * offers to drivers, and the car has "Arrived".
 */
export function StateBadge({
  state,
  late = false,
  isIconOnly = false,
  viewer = "staff",
}: {
  state: ReservationState;
  late?: boolean;
  /** Whether only the icon is visible, where the screen has little space. */
  isIconOnly?: boolean;
  viewer?: "staff" | "rider";
}) {
  const shownState = viewer === "rider" ? (statesShownToRider[state] ?? state) : state;
  const { words, tone } = stateBadges[shownState];
  const t = useWords();
  const text =
    shownState === "cancelled" && late
      ? t("Cancelled late")
      : t.known(viewer === "rider" ? (riderStateWords[shownState] ?? words) : words, "a trip");
  // The class names are written in full, so that the style sheet includes them: sign-quote sign-pending sign-confirmed
  // sign-offered sign-assigned sign-en_route sign-on_location sign-passenger_on_board sign-completed sign-settled
  // sign-cancelled sign-no_show sign-rejected
  return (
    <Badge className={`sign-${shownState}`} tone={tone}>
      {isIconOnly ? (
        <span className="max-2xl:sr-only" title={text}>
          {text}
        </span>
      ) : (
        text
      )}
    </Badge>
  );
}

/** The states between dispatch and drivers, or of billing, each with the state that riders see instead. */
const statesShownToRider: Partial<Record<ReservationState, ReservationState>> = {
  offered: "confirmed",
  settled: "completed",
};

const riderStateWords: Partial<Record<ReservationState, string>> = {
  pending: "Awaiting confirmation",
  assigned: "Driver assigned",
  on_location: "Arrived",
  rejected: "Declined",
};
