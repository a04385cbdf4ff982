import { bytesToBlobs, blobsToBytes } from "../../files/stored-bytes";
import { type LocalRow, type LocalRows, openLocalRows } from "../local-rows";

/** Opens a driver's rows in a database, once for each page load. Files in them are stored as bytes. */
export function openSharedStore<Row extends LocalRow>(name: {
  database: string;
  table: string;
}): (driverId: string) => Promise<LocalRows<Row>> {
  const storeByDriver = new Map<string, Promise<LocalRows<Row>>>();
  return (driverId) => {
    const openedStore = storeByDriver.get(driverId);
    if (openedStore) return openedStore;
    const openingStore = openLocalRows<Row>(name, driverId).then(withStoredBytes);
    storeByDriver.set(driverId, openingStore);
    return openingStore;
  };
}

function withStoredBytes<Row extends LocalRow>(rows: LocalRows<Row>): LocalRows<Row> {
  // The two conversions give each row back the type it had.
  const toStoredRow = async <Of>(row: Of) => (await blobsToBytes(row)) as Of;
  const toRow = (row: Row) => bytesToBlobs(row) as Row;
  return {
    add: async (row) => toRow(await rows.add(await toStoredRow(row))),
    all: async () => (await rows.all()).map(toRow),
    put: async (changedRows) => rows.put(await Promise.all(changedRows.map(toStoredRow))),
    remove: rows.remove,
  };
}
