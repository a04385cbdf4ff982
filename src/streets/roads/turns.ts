/** Forbidden turns: the sequences of arcs that no route may contain. */
import { at, listsOf } from "../arrays";
import type { Extract } from "../reading/extract";
import { restrictionOf } from "./road-rules";
import type { StretchOrigin, Stretches } from "./stretches";

/** Two or more arcs that may not be driven one after the other. */
export type ForbiddenTurn = readonly number[];

/** The most stretches between the first and the last road of a restriction. */
const MAX_VIA_WAYS = 12;

/** Groups the arcs that may be driven by the junction where they begin. */
export function arcsByTail(stretches: Stretches) {
  const { durations } = stretches;
  return listsOf(stretches.junctions, (add) => {
    for (let arc = 0; arc < durations.length; arc++)
      if (at(durations, arc) >= 0) add(tailOf(stretches, arc), arc);
  });
}

/** Returns the junction where an arc begins. */
export function tailOf({ from, to }: Stretches, arc: number): number {
  return at(arc & 1 ? to : from, arc >> 1);
}

/** Returns the junction where an arc ends. */
export function headOf({ from, to }: Stretches, arc: number): number {
  return at(arc & 1 ? from : to, arc >> 1);
}

/** Returns the turns that the extract's relations forbid. A relation that cannot be understood forbids nothing. */
export function forbiddenTurns(
  extract: Extract,
  stretches: Stretches,
  origin: StretchOrigin,
): ForbiddenTurn[] {
  const { relations } = extract;
  const outgoing = arcsByTail(stretches);
  const turns: ForbiddenTurn[] = [];
  const graphArcsOfWay = (way: number) => {
    const arcs: number[] = [];
    if (way >= 0)
      for (
        let i = at(origin.stretchesOfWay.starts, way);
        i < at(origin.stretchesOfWay.starts, way + 1);
        i++
      )
        for (const arc of [
          at(origin.stretchesOfWay.items, i) * 2,
          at(origin.stretchesOfWay.items, i) * 2 + 1,
        ])
          if (at(stretches.durations, arc) >= 0) arcs.push(arc);
    return arcs;
  };
  const arcsFrom = (junction: number) =>
    outgoing.items.subarray(at(outgoing.starts, junction), at(outgoing.starts, junction + 1));

  for (let relation = 0; relation < relations.count; relation++) {
    const kind = restrictionOf(relations.tags(relation));
    if (kind === null) continue;
    const members = relations.members(relation);
    const arcs = (role: string) =>
      members
        .filter((member) => member.kind === "way" && member.role === role)
        .map((member) => graphArcsOfWay(member.index));
    const viaMembers = members.filter(({ role }) => role === "via");
    const node = viaMembers.find((member) => member.kind === "node");
    const viaArcs = arcs("via").flat();
    if (viaMembers.length === 0 || viaMembers.some(({ index }) => index < 0)) continue;
    for (const from of arcs("from"))
      for (const to of arcs("to")) {
        const turn = node
          ? turnViaNode(stretches, from, at(origin.junctionOf, node.index), to)
          : turnViaWays(stretches, from, viaArcs, to);
        if (!turn) continue;
        if (kind === "no") turns.push(turn);
        else
          for (let i = 1; i < turn.length; i++)
            for (const arc of arcsFrom(headOf(stretches, turn[i - 1] ?? 0)))
              if (arc !== turn[i]) turns.push([...turn.slice(0, i), arc]);
      }
  }
  return turns;
}

/** Returns the turn at a junction; null if a way does not end there, or passes through it. */
function turnViaNode(
  stretches: Stretches,
  from: readonly number[],
  junction: number,
  to: readonly number[],
): ForbiddenTurn | null {
  const arcsBefore = from.filter((arc) => headOf(stretches, arc) === junction);
  const arcsAfter = to.filter((arc) => tailOf(stretches, arc) === junction);
  const [first] = arcsBefore;
  const [last] = arcsAfter;
  if (first === undefined || last === undefined || arcsBefore.length + arcsAfter.length !== 2)
    return null;
  return [first, last];
}

/** Finds the shortest path from one road over others to a third. */
function turnViaWays(
  stretches: Stretches,
  from: readonly number[],
  via: readonly number[],
  to: readonly number[],
): ForbiddenTurn | null {
  let chains = from.map((arc) => [arc]);
  for (let length = 0; length <= MAX_VIA_WAYS && chains.length > 0; length++) {
    const extendedChains: number[][] = [];
    for (const chain of chains) {
      const junction = headOf(stretches, chain.at(-1) ?? 0);
      const last = to.find((arc) => tailOf(stretches, arc) === junction);
      if (last !== undefined && length > 0) return [...chain, last];
      for (const arc of via)
        if (tailOf(stretches, arc) === junction && !chain.some((one) => one >> 1 === arc >> 1))
          extendedChains.push([...chain, arc]);
    }
    chains = extendedChains.slice(0, 64);
  }
  return null;
}
