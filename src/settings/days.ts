/**
 * Documents say the last day they are valid; the database keeps the instant they end, which is the
 * midnight after that day on the operator's clocks.
 */

/** The instant (ms UTC) at which a day written `2027-03-31` is over in a zone. */
export function endOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone })
    .epochMilliseconds;
}

/** The last whole day before an instant (ms UTC) in a zone: the day of `endOfDay`. */
export function lastDay(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at - 1)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}
