import { useState } from "react";
import { mergeEdits } from "../../src/audit/edit-rules";
import type { SaveZone, Zone } from "../../src/zones/contract";
import { ShapeFault, tidyShape } from "../../src/zones/rules";
import { type Outline, outlineOf, readOutline, shapeOf, writeOutline } from "../map/outline";

/** A zone as it is typed and drawn, before it is saved. */
export interface ZoneDraft {
  /** Null for one that is not there yet. */
  id: string | null;
  version: number;
  name: string;
  color: number;
  priority: string;
  active: boolean;
  note: string;
  outline: Outline;
  /** The corners as somebody types them; null when they were last drawn. */
  typedCorners: string | null;
  /** Each press on the map adds a corner. */
  drawing: boolean;
}

const nothing: Outline = [[[]]];

/** A draft of a new zone, in a colour that is not worn yet where there is one. */
export function newDraft(color: number): ZoneDraft {
  return {
    id: null,
    version: 0,
    name: "",
    color,
    priority: "0",
    active: true,
    note: "",
    outline: nothing,
    typedCorners: null,
    drawing: true,
  };
}

/** The draft that changes nothing of a zone. */
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
    typedCorners: null,
    drawing: false,
  };
}

/** What is sent to save a draft. */
export function valuesOf(draft: ZoneDraft): SaveZone {
  return {
    name: draft.name,
    color: draft.color,
    priority: Number(draft.priority || "0"),
    active: draft.active,
    note: draft.note,
    shape: shapeOf(draft.outline),
  };
}

/** What is wrong with a draft, by field; empty when it can be saved. */
export function faultsOf(draft: ZoneDraft): Record<string, string> {
  const shape = shapeFault(draft);
  return {
    ...(draft.name.trim() === "" && { name: "This field is required." }),
    ...(!/^-?\d{1,4}$/.test(draft.priority.trim() || "0") && {
      priority: "Priorities are whole numbers from -1000 to 1000.",
    }),
    ...(shape && { shape }),
  };
}

/** Why the outline is no zone, as a sentence; null when it is one. */
export function shapeFault({ outline, typedCorners }: ZoneDraft): string | null {
  const typed = typedCorners === null ? null : readOutline(typedCorners);
  if (typeof typed === "string") return typed;
  if (outline.every((polygon) => polygon.every((ring) => ring.length === 0)))
    return "Draw the zone on the map, or write its corners here.";
  try {
    tidyShape(shapeOf(outline));
    return null;
  } catch (error) {
    if (!(error instanceof ShapeFault)) throw error;
    return `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  }
}

/** The zone that is being made or changed, and the ways to change it. */
export function useZoneDraft() {
  const [draft, setDraft] = useState<ZoneDraft | null>(null);
  const [start, setStart] = useState<ZoneDraft | null>(null);
  const change = (changes: Partial<ZoneDraft>) =>
    setDraft((before) => before && { ...before, ...changes });
  return {
    draft,
    /** Whether closing it loses anything. */
    isTouched: draft !== null && start !== null && essence(draft) !== essence(start),
    open(next: ZoneDraft) {
      setDraft(next);
      setStart(next);
    },
    close: () => setDraft(null),
    /** Over the zone as somebody else has made it: what was left alone here is as they made it. */
    over(zone: Zone): ZoneDraft {
      const now = draftOf(zone);
      const { merged } = mergeEdits(start ?? now, now, draft ?? now);
      const next = { ...merged, id: zone.id, version: zone.version };
      setDraft(next);
      setStart(now);
      return next;
    },
    change,
    /** A corner was moved, added or taken away on the map. */
    draw: (outline: Outline) => change({ outline, typedCorners: null }),
    /** The corners were typed; what cannot be read yet leaves the map as it was. */
    type(text: string) {
      const read = readOutline(text);
      change({ typedCorners: text, ...(typeof read !== "string" && { outline: read }) });
    },
  };
}

function essence({ drawing: _, typedCorners, outline, ...rest }: ZoneDraft): string {
  return JSON.stringify([rest, typedCorners ?? writeOutline(outline)]);
}
