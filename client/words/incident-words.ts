/** Labels of incidents, for drivers and dispatch. */
import type { Incident, IncidentKind } from "../../src/incidents/contract";

export const incidentKindWords: Record<IncidentKind, string> = {
  accident: "Accident",
  injury: "Injury",
  illness: "Illness",
  damage: "Damage",
  breakdown: "Breakdown",
  dispute: "Dispute",
  safety: "Safety concern",
  other: "Something else",
};

export const incidentLogWords: Record<Incident["log"][number]["act"], string> = {
  reported: "Reported",
  note: "Note",
  taken_on: "Assigned",
  closed: "Closed",
  reopened: "Reopened",
};
