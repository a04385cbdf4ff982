const units = ["B", "KB", "MB", "GB", "TB"];

/** Returns "512 B", "3.4 MB" or "120 GB", with two digits below ten units. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000;
    unit++;
  }
  const shownFigure = unit > 0 && value < 9.95 ? value.toFixed(1) : String(Math.round(value));
  return `${shownFigure} ${units[unit]}`;
}
