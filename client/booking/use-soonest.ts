import { useEffect, useState } from "react";
import { soonestPickup } from "../../src/reservations/rules";
import type { Settings } from "../../src/settings/contract";
import { type BookingDraft, serviceTypeOf } from "./draft";

/** How often the clock is looked at, ms. */
const LOOK_MS = 10_000;

/** The least notice in minutes for what the draft asks for. */
export function leadMinutesOf(draft: BookingDraft, { booking }: Settings): number {
  return booking.leadMinutesByService[serviceTypeOf(draft)] ?? booking.leadMinutes;
}

/** The soonest pickup (ms UTC) as of now: it moves on while the page stands open. */
export function useSoonest(draft: BookingDraft | null, settings: Settings): number | null {
  const leadMinutes = draft && leadMinutesOf(draft, settings);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, LOOK_MS);
    // A page that was out of sight has stood still.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return leadMinutes === null ? null : soonestPickup(now, { leadMinutes });
}
