import type { DocumentNotice } from "../../../src/documents/contract";
import type { Api } from "../../api";

/** Returns the calls for the documents of an owner. */
export function documentCalls({ admin }: Api, owner: DocumentNotice["owner"]) {
  const routesByOwner = {
    driver: admin.drivers,
    vehicle: admin.vehicles,
    affiliate: admin.affiliates,
  };
  return routesByOwner[owner][":id"].documents;
}
