/** What may need a person. Without zod: rules know it as well. */
export const alertKinds = [
  "backup",
  "replica",
  "disk",
  "outbox",
  "errors",
  "database",
  "audit",
  "check",
] as const;
export type AlertKind = (typeof alertKinds)[number];
