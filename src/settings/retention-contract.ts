/** The kinds of records with a period of keeping, and their periods. Without zod, because pages show the limits. */

/** A period in days: Livery's own, and the limits of the owner's choice. */
type Period = { days: number; least: number; most: number };

export const periods = {
  trackPoints: { days: 30, least: 7, most: 365 },
  tripMessages: { days: 180, least: 30, most: 1_095 },
  outbox: { days: 30, least: 7, most: 365 },
  contactMessages: { days: 365, least: 30, most: 365 },
  contactSpam: { days: 30, least: 1, most: 30 },
  rejectedApplications: { days: 90, least: 30, most: 90 },
  unfinishedApplications: { days: 365, least: 30, most: 365 },
  lostReports: { days: 90, least: 30, most: 365 },
  handovers: { days: 365, least: 180, most: 1_825 },
  affiliateDrivers: { days: 180, least: 30, most: 1_095 },
  noShows: { days: 365, least: 120, most: 1_095 },
  incidents: { days: 1_095, least: 365, most: 3_650 },
  addresses: { days: 30, least: 7, most: 30 },
} as const satisfies Record<string, Period>;

export type RetainedKind = keyof typeof periods;

export const retainedKinds = Object.keys(periods) as RetainedKind[];
