import { type KeptRow, type KeptRows, openKeptRows } from "../kept-rows";

/** Opens a driver's rows in a database, once for each page load. */
export function openedOnce<Row extends KeptRow>(name: {
  database: string;
  table: string;
}): (driverId: string) => Promise<KeptRows<Row>> {
  const opened = new Map<string, Promise<KeptRows<Row>>>();
  return (driverId) => {
    const known = opened.get(driverId);
    if (known) return known;
    const opening = openKeptRows<Row>(name, driverId);
    opened.set(driverId, opening);
    return opening;
  };
}
