import { useState } from "react";
import { mergeEdits } from "../../src/audit/edit-rules";
import type { SaveZone, Zone } from "../../src/zones/contract";
import { ZoneShapeError, tidyShape } from "../../src/zones/rules";
import { type Outline, outlineOf, readOutline, toZoneShape, writeOutline } from "../map/outline";

/** An unsaved zone, as typed and drawn. */
export interface ZoneDraft {
  /** Null for a new zone. */
  id: string | null;
  version: number;
  name: string;
  color: number;
  priority: string;
  active: boolean;
  note: string;
  outline: Outline;
  /** The typed corners; null if the corners were last changed on the map. */
  cornersText: string | null;
  /** Whether each press on the map adds a corner. */
  drawing: boolean;
}

const emptyOutline: Outline = [[[]]];

/** Returns the draft of a new zone, in an unused colour if there is one. */
export function newDraft(color: number): ZoneDraft {
  return {
    id: null,
    version: 0,
    name: "",
    color,
    priority: "0",
    active: true,
    note: "",
    outline: emptyOutline,
    cornersText: null,
    drawing: true,
  };
}

/** Returns the unchanged draft of an existing zone. */
export function draftOf(zone: Zone): ZoneDraft {
  const { id, version, name, color, priority, active, note, shape } = zone;
  return {
    id,
    version,
    name,
    color,
    priority: String(priority),
    active,
    note,
    outline: outlineOf(shape),
    cornersText: null,
    drawing: false,
  };
}

/** Returns the request for a draft. */
export function zoneValuesOf(draft: ZoneDraft): SaveZone {
  return {
    name: draft.name,
    color: draft.color,
    priority: Number(draft.priority || "0"),
    active: draft.active,
    note: draft.note,
    shape: toZoneShape(draft.outline),
  };
}

/** Returns a draft's errors by field; empty if it can be saved. */
export function faultsOf(draft: ZoneDraft): Record<string, string> {
  const shape = outlineFault(draft);
  return {
    ...(draft.name.trim() === "" && { name: "This field is required." }),
    ...(!/^-?\d{1,4}$/.test(draft.priority.trim() || "0") && {
      priority: "Priorities are whole numbers from -1000 to 1000.",
    }),
    ...(shape && { shape }),
  };
}

/** Returns why the outline is invalid, as a sentence; null if it is valid. */
export function outlineFault({ outline, cornersText }: ZoneDraft): string | null {
  const typed = cornersText === null ? null : readOutline(cornersText);
  if (typeof typed === "string") return typed;
  if (outline.every((polygon) => polygon.every((ring) => ring.length === 0)))
    return "Draw the zone on the map, or write its corners here.";
  try {
    tidyShape(toZoneShape(outline));
    return null;
  } catch (error) {
    if (!(error instanceof ZoneShapeError)) throw error;
    return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  }
}

/** Holds the zone that is edited, and functions that change it. */
export function useZoneDraft() {
  const [draft, setDraft] = useState<ZoneDraft | null>(null);
  const [originalDraft, setOriginalDraft] = useState<ZoneDraft | null>(null);
  const change = (changes: Partial<ZoneDraft>) =>
    setDraft((before) => before && { ...before, ...changes });
  return {
    draft,
    /** Whether closing the zone loses changes. */
    isTouched:
      draft !== null &&
      originalDraft !== null &&
      comparableDraft(draft) !== comparableDraft(originalDraft),
    open(next: ZoneDraft) {
      setDraft(next);
      setOriginalDraft(next);
    },
    close: () => setDraft(null),
    /** Applies the draft to somebody else's version: fields unchanged here take that version's values. */
    rebaseOnto(zone: Zone): ZoneDraft {
      const theirDraft = draftOf(zone);
      const { merged } = mergeEdits(originalDraft ?? theirDraft, theirDraft, draft ?? theirDraft);
      const next = { ...merged, id: zone.id, version: zone.version };
      setDraft(next);
      setOriginalDraft(theirDraft);
      return next;
    },
    change,
    /** Called when a corner is moved, added or removed on the map. */
    draw: (outline: Outline) => change({ outline, cornersText: null }),
    /** Called when corners are typed. Invalid text leaves the map unchanged. */
    type(text: string) {
      const read = readOutline(text);
      change({ cornersText: text, ...(typeof read !== "string" && { outline: read }) });
    },
  };
}

function comparableDraft({ drawing: _, cornersText, outline, ...rest }: ZoneDraft): string {
  return JSON.stringify([rest, cornersText ?? writeOutline(outline)]);
}
