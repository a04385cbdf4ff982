/** Names for the documents of affiliates, which only dispatch reads. */
import type { DocumentKind } from "./contract";
import { documentName } from "./kinds";

const affiliateKindNames: Partial<Record<DocumentKind, string>> = {
  affiliate_insurance: "Insurance certificate",
  affiliate_licence: "Operating licence",
  affiliate_contract: "Contract",
};

/** Returns the name of any kind, in English. */
export function officeDocumentName(kind: DocumentKind): string {
  return affiliateKindNames[kind] ?? documentName(kind);
}
