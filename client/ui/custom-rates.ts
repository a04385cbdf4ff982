/** Returns the fields for a company's or an affiliate's own prices in a class. */
export const customRateFields = (distanceUnit: string) =>
  [
    ["Base fare", "baseMinor"],
    [`Per ${distanceUnit}`, "perDistanceMinor"],
    ["Per minute", "perMinuteMinor"],
    ["Minimum fare", "minimumMinor"],
    ["Hourly rate", "perHourMinor"],
  ] as const;
