/** Three common ways to charge for cancellations, as tiers of a price list. */
import type { CancellationFee, FeeSchedule } from "./contract";

export const presetNames = ["flexible", "moderate", "strict"] as const;
export type PresetName = (typeof presetNames)[number];

type CancellationTerms = FeeSchedule["cancellation"];

const percentFee = (feePercent: number, driverPercent: number): CancellationFee => ({
  fee: { kind: "percent", percent: feePercent },
  driverSharePercent: driverPercent,
});

/** The tiers, from the longest notice to none: minutes before the pickup, and the percentage of the fare. */
const tiers = (...steps: readonly (readonly [minutes: number, percent: number])[]) =>
  steps.map(([noticeMinutes, percent]) => ({
    noticeMinutes,
    ...percentFee(percent, percent === 0 ? 0 : 50),
  }));

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

export const cancellationPresets: Record<PresetName, CancellationTerms> = {
  flexible: {
    freeAfterBookingMinutes: 15,
    tiers: tiers([HOUR_MINUTES, 0], [0, 50]),
    onTheWay: percentFee(50, 70),
    noShow: percentFee(100, 70),
  },
  moderate: {
    freeAfterBookingMinutes: 15,
    tiers: tiers([DAY_MINUTES, 0], [2 * HOUR_MINUTES, 50], [0, 100]),
    onTheWay: percentFee(100, 70),
    noShow: percentFee(100, 70),
  },
  strict: {
    freeAfterBookingMinutes: 0,
    tiers: tiers([3 * DAY_MINUTES, 0], [DAY_MINUTES, 50], [0, 100]),
    onTheWay: percentFee(100, 70),
    noShow: percentFee(100, 70),
  },
};

/** Returns all values of a policy in a fixed order, because the keys of stored objects may be in another. */
const comparableText = ({ freeAfterBookingMinutes, tiers, onTheWay, noShow }: CancellationTerms) =>
  JSON.stringify([
    freeAfterBookingMinutes,
    [...tiers, onTheWay, noShow].map((each) => [
      "noticeMinutes" in each ? each.noticeMinutes : null,
      each.fee.kind,
      each.fee.kind === "percent" ? each.fee.percent : each.fee.amountMinor,
      each.driverSharePercent,
    ]),
  ]);

/** Returns which of the three presets a price list has, or null if it has its own tiers. */
export function matchingPreset(cancellation: CancellationTerms): PresetName | null {
  const text = comparableText(cancellation);
  return presetNames.find((name) => comparableText(cancellationPresets[name]) === text) ?? null;
}
