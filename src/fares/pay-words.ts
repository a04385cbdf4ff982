/** What the lines of a driver's pay say: in English, as all of the drivers' area. Browser-safe. */
import type { PayLine } from "./contract";
import { type LineWords, withFacts } from "./line-reader";

const texts: Record<PayLine["kind"], [label: string, detail: string]> = {
  fare_share: ["Share of the fare", "{percent} of {ofMinor} before tax"],
  per_trip: ["Per trip", ""],
  per_distance: ["Distance", "{tenths} at {perDistanceMinor}"],
  gratuity_share: ["Gratuity", "{percent} of {ofMinor}"],
  gratuity_part: ["Gratuity", ""],
  cancellation_share: ["Share of the cancellation fee", "of {ofMinor}"],
  no_show_share: ["Share of the no-show fee", "of {ofMinor}"],
};

/** A line of a driver's pay: `label` names it, `detail` says why it is that much. */
export function payLineWords({ kind, params }: PayLine, currency: string): LineWords {
  const [label, detail] = texts[kind];
  return { label, detail: withFacts(detail, params, { currency, language: "en" }) };
}
