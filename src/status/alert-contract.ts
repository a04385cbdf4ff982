/** The kinds of alerts. Without zod, because rules import it too. */
export const alertKinds = [
  "backup",
  "replica",
  "disk",
  "outbox",
  "errors",
  "database",
  "audit",
  "streets",
  "flights",
  "check",
] as const;
export type AlertKind = (typeof alertKinds)[number];
