import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { pointOf } from "../../src/reservations/rules";

/**
 * Ways to be guided to a stop. `geo:` (RFC 5870, with the query that Android's apps read) opens
 * whatever the phone uses; the others are the apps' own links. Nothing is loaded from them: they
 * are followed when the driver taps.
 */
export function navigationLinks(stop: Stop): { name: string; href: string }[] {
  const point = pointOf(stop);
  // No driver has a trip to a place that was not pinned; were there one, its words would do.
  const at = point ? `${point.latitude},${point.longitude}` : `${stop.name}, ${stop.detail}`;
  return [
    {
      name: "Google Maps",
      href: `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${encodeURIComponent(at)}`,
    },
    {
      name: "Apple Maps",
      href: `https://maps.apple.com/?dirflg=d&daddr=${encodeURIComponent(at)}`,
    },
    {
      name: "Waze",
      href: `https://waze.com/ul?${point ? "ll" : "q"}=${encodeURIComponent(at)}&navigate=yes`,
    },
    {
      name: "Other app",
      href: point
        ? `geo:${at}?q=${at}(${encodeURIComponent(stop.name)})`
        : `geo:0,0?q=${encodeURIComponent(at)}`,
    },
  ];
}

const KEY = "livery.navigation";

/** The app that the driver followed last on this phone; null for none yet. */
export function lastNavigation(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The driver follows this app's link: next time it comes first. */
export function noteNavigation(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // A browser that keeps nothing shows them in their own order.
  }
}
