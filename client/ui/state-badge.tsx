import type { ReservationState } from "../../src/reservations/contract";
import { useWords } from "../words/use-words";
import { Badge, type Tone } from "./badge";
import { drawn, type IconPart } from "./glyph";
import { stateSigns } from "./state-signs";

/** Words, tone and icon of each state: meaning is never in the colour alone. */
export const stateLook: Record<
  ReservationState,
  {
    words: string;
    tone: Tone;
    Icon: IconPart;
    /** The class by which the sheet draws the same icon. */
    sign: string;
  }
> = {
  quote: { words: "Quote", tone: "neutral", Icon: drawn(stateSigns.quote), sign: "sign-quote" },
  pending: {
    words: "Pending",
    tone: "warning",
    Icon: drawn(stateSigns.pending),
    sign: "sign-pending",
  },
  confirmed: {
    words: "Confirmed",
    tone: "info",
    Icon: drawn(stateSigns.confirmed),
    sign: "sign-confirmed",
  },
  offered: {
    words: "Offered",
    tone: "warning",
    Icon: drawn(stateSigns.offered),
    sign: "sign-offered",
  },
  assigned: {
    words: "Assigned",
    tone: "info",
    Icon: drawn(stateSigns.assigned),
    sign: "sign-assigned",
  },
  en_route: {
    words: "On the way",
    tone: "accent",
    Icon: drawn(stateSigns.en_route),
    sign: "sign-en_route",
  },
  on_location: {
    words: "On location",
    tone: "accent",
    Icon: drawn(stateSigns.on_location),
    sign: "sign-on_location",
  },
  passenger_on_board: {
    words: "On board",
    tone: "accent",
    Icon: drawn(stateSigns.passenger_on_board),
    sign: "sign-passenger_on_board",
  },
  completed: {
    words: "Completed",
    tone: "success",
    Icon: drawn(stateSigns.completed),
    sign: "sign-completed",
  },
  settled: {
    words: "Settled",
    tone: "neutral",
    Icon: drawn(stateSigns.settled),
    sign: "sign-settled",
  },
  cancelled: {
    words: "Cancelled",
    tone: "neutral",
    Icon: drawn(stateSigns.cancelled),
    sign: "sign-cancelled",
  },
  no_show: {
    words: "No-show",
    tone: "danger",
    Icon: drawn(stateSigns.no_show),
    sign: "sign-no_show",
  },
  rejected: {
    words: "Rejected",
    tone: "danger",
    Icon: drawn(stateSigns.rejected),
    sign: "sign-rejected",
  },
};

/**
 * A reservation's state. `late` marks a cancellation that came too late. `viewer: "rider"` uses the
 * rider's words: an offer to a driver is no business of theirs, and the car has "Arrived".
 */
export function StateBadge({
  state,
  late = false,
  viewer = "staff",
}: {
  state: ReservationState;
  late?: boolean;
  viewer?: "staff" | "rider";
}) {
  const shown = viewer === "rider" ? (riderStates[state] ?? state) : state;
  const { words, tone, sign } = stateLook[shown];
  const t = useWords();
  const text =
    shown === "cancelled" && late
      ? t("Cancelled late")
      : t.known(viewer === "rider" ? (riderWords[shown] ?? words) : words, "a trip");
  return (
    <Badge className={sign} tone={tone}>
      {text}
    </Badge>
  );
}

/** Between dispatch and drivers, or the books: the rider sees what it means for the trip. */
const riderStates: Partial<Record<ReservationState, ReservationState>> = {
  offered: "confirmed",
  settled: "completed",
};

const riderWords: Partial<Record<ReservationState, string>> = {
  pending: "Awaiting confirmation",
  assigned: "Driver assigned",
  on_location: "Arrived",
  rejected: "Declined",
};
