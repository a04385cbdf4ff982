import { type LocalRow, type LocalRows, openLocalRows } from "../local-rows";

/** Opens a driver's rows in a database, once for each page load. */
export function openSharedStore<Row extends LocalRow>(name: {
  database: string;
  table: string;
}): (driverId: string) => Promise<LocalRows<Row>> {
  const opened = new Map<string, Promise<LocalRows<Row>>>();
  return (driverId) => {
    const known = opened.get(driverId);
    if (known) return known;
    const opening = openLocalRows<Row>(name, driverId);
    opened.set(driverId, opening);
    return opening;
  };
}
