import {
  Ban,
  CalendarCheck,
  CarFront,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Flag,
  type LucideIcon,
  MapPin,
  Receipt,
  Send,
  UserCheck,
  UserX,
} from "lucide-react";
import type { ReservationState } from "../../src/reservations/contract";
import { Badge, type Tone } from "./badge";

/** Words, tone and icon of each state: meaning is never in the colour alone. */
export const stateLook: Record<ReservationState, { words: string; tone: Tone; Icon: LucideIcon }> =
  {
    quote: { words: "Quote", tone: "neutral", Icon: CircleDashed },
    pending: { words: "Pending", tone: "warning", Icon: Clock },
    confirmed: { words: "Confirmed", tone: "info", Icon: CalendarCheck },
    offered: { words: "Offered", tone: "warning", Icon: Send },
    assigned: { words: "Assigned", tone: "info", Icon: UserCheck },
    en_route: { words: "On the way", tone: "accent", Icon: CarFront },
    on_location: { words: "On location", tone: "accent", Icon: MapPin },
    passenger_on_board: { words: "On board", tone: "accent", Icon: Flag },
    completed: { words: "Completed", tone: "success", Icon: CircleCheck },
    settled: { words: "Settled", tone: "neutral", Icon: Receipt },
    cancelled: { words: "Cancelled", tone: "neutral", Icon: CircleX },
    no_show: { words: "No-show", tone: "danger", Icon: UserX },
    rejected: { words: "Rejected", tone: "danger", Icon: Ban },
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
  const { words, tone, Icon } = stateLook[shown];
  const text =
    shown === "cancelled" && late
      ? "Cancelled late"
      : viewer === "rider"
        ? (riderWords[shown] ?? words)
        : words;
  return (
    <Badge icon={<Icon aria-hidden="true" size={14} />} tone={tone}>
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
