/** What the office calls documents: those of affiliates nobody else reads of. */
import type { DocumentKind } from "./contract";
import { documentName } from "./kinds";

const affiliateKindNames: Partial<Record<DocumentKind, string>> = {
  affiliate_insurance: "Insurance certificate",
  affiliate_licence: "Operating licence",
  affiliate_contract: "Contract",
};

/** The name of any kind, in English. */
export function officeDocumentName(kind: DocumentKind): string {
  return affiliateKindNames[kind] ?? documentName(kind);
}
