import type { Stop } from "../../src/reservations/contract";

/**
 * Ways to be guided to a stop. `geo:` (RFC 5870, with the query that Android's apps read) opens
 * whatever the phone uses; the others are the apps' own links. Nothing is loaded from them: they
 * are followed when the driver taps.
 */
export function navigationLinks(stop: Stop): { name: string; href: string }[] {
  const at = `${stop.latitude},${stop.longitude}`;
  return [
    {
      name: "Google Maps",
      href: `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${encodeURIComponent(at)}`,
    },
    { name: "Waze", href: `https://waze.com/ul?ll=${encodeURIComponent(at)}&navigate=yes` },
    { name: "Other app", href: `geo:${at}?q=${at}(${encodeURIComponent(stop.name)})` },
  ];
}
