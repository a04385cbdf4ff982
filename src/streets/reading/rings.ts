/** The rings of areas: ways that close, or that close when they are joined. */
import { at } from "../arrays";
import type { Extract } from "./extract";

/** Closed lists of nodes: the last node repeats the first one. */
interface Rings {
  outer: number[][];
  inner: number[][];
}

/** Returns the nodes of a way, without those that are not in the file. */
export function nodesOf({ ways }: Extract, way: number): number[] {
  const nodes: number[] = [];
  for (let i = at(ways.starts, way); i < at(ways.starts, way + 1); i++) {
    const node = at(ways.refs, i);
    if (node >= 0) nodes.push(node);
  }
  return nodes;
}

/** Returns whether a way ends where it begins. */
export function isClosed({ ways }: Extract, way: number): boolean {
  const [start, end] = [at(ways.starts, way), at(ways.starts, way + 1)];
  return (
    end - start > 3 && at(ways.refs, start) === at(ways.refs, end - 1) && at(ways.refs, start) >= 0
  );
}

/** Returns the rings of a relation that draws an area, without lines that never close. */
export function ringsOf(extract: Extract, relation: number): Rings {
  const lines = { outer: [] as number[][], inner: [] as number[][] };
  for (const { kind, index, role } of extract.relations.members(relation)) {
    if (kind !== "way" || index < 0 || (role !== "outer" && role !== "inner" && role !== ""))
      continue;
    lines[role === "inner" ? "inner" : "outer"].push(nodesOf(extract, index));
  }
  return { outer: joinLines(lines.outer), inner: joinLines(lines.inner) };
}

/** Joins lines at their ends until they close. */
function joinLines(lines: readonly number[][]): number[][] {
  const linesByEnd = new Map<number, number[][]>();
  const addEnd = (node: number | undefined, line: number[]) => {
    if (node !== undefined) linesByEnd.getOrInsertComputed(node, () => []).push(line);
  };
  for (const line of lines)
    if (line.length > 1) {
      addEnd(line[0], line);
      addEnd(line.at(-1), line);
    }
  const usedLines = new Set<number[]>();
  const rings: number[][] = [];
  for (const first of lines) {
    if (first.length < 2 || usedLines.has(first)) continue;
    usedLines.add(first);
    const ring = [...first];
    while (ring[0] !== ring.at(-1)) {
      const end = ring.at(-1) ?? -1;
      const next = linesByEnd.get(end)?.find((line) => !usedLines.has(line));
      if (!next) break;
      usedLines.add(next);
      const orderedLine = next[0] === end ? next : next.toReversed();
      for (let i = 1; i < orderedLine.length; i++) ring.push(orderedLine[i] ?? -1);
    }
    if (ring.length > 3 && ring[0] === ring.at(-1)) rings.push(ring);
  }
  return rings;
}
