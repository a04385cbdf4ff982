/** The prices that a company or an affiliate can have of its own in a class. */
export const customRateFields = (distanceUnit: string) =>
  [
    ["Base fare", "baseMinor"],
    [`Per ${distanceUnit}`, "perDistanceMinor"],
    ["Per minute", "perMinuteMinor"],
    ["Minimum fare", "minimumMinor"],
    ["Hourly rate", "perHourMinor"],
  ] as const;
