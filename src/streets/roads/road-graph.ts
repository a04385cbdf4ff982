/**
 * The graph that ways are searched in: its nodes are junctions, and, so that no way contains a forbidden
 * turn, copies of junctions for those who come by the beginning of one (D. Villeneuve and G. Desaulniers,
 * "The shortest path problem with forbidden paths", 2005).
 */
import { at, growingInts, listsOf, spanOf } from "../arrays";
import type { ForbiddenTurn } from "./turns";
import { arcsByTail, headOf, tailOf } from "./turns";
import { CONNECTED_FLAG, RESTRICTED_FLAG, type Stretches } from "./stretches";

/** Edges of the graph in the order of their numbers. */
export interface RoadGraph {
  nodes: number;
  tails: Int32Array;
  heads: Int32Array;
  weights: Int32Array;
  /** The arc of a stretch that an edge is; its copies are edges of the same arc. */
  arcs: Int32Array;
  /** The junction that each node is. */
  junctionOf: Int32Array;
  /** The node that one is at after an arc on which a way has begun; -1 for arcs not allowed. */
  after: Int32Array;
}

/**
 * What a stretch weighs beyond its time when it is private or for those who stop there: more than any way
 * around within a town, so that it is taken where a trip begins or ends, and where there is nothing else.
 */
function penaltyOf(flags: number, duration: number): number {
  return flags & RESTRICTED_FLAG ? duration * 4 + 12_000 : 0;
}

/** The weight of an arc: its time in hundredths of a second, and more where one should not pass through. */
export function weightOf({ durations, flags }: Stretches, arc: number): number {
  const duration = at(durations, arc);
  return duration + penaltyOf(at(flags, arc >> 1), duration);
}

/** Makes the graph, and marks the stretches from which one reaches the large network and is reached. */
export function makeGraph(stretches: Stretches, turns: readonly ForbiddenTurn[]): RoadGraph {
  const outgoing = arcsByTail(stretches);
  const prefixes = prefixesOf(turns);
  const forbiddenTurnKeys = new Set(turns.map((turn) => turn.join()));
  const { junctions } = stretches;
  const tails = growingInts();
  const heads = growingInts();
  const weights = growingInts();
  const arcs = growingInts();

  /** The node after an arc that follows others; null where that is forbidden. */
  function nodeAfter(before: readonly number[], arc: number): number | null {
    const way = [...before, arc];
    for (let i = 0; i < way.length - 1; i++)
      if (forbiddenTurnKeys.has(way.slice(i).join())) return null;
    for (let i = 0; i < way.length; i++) {
      const state = prefixes.get(way.slice(i).join());
      if (state) return junctions + state.number;
    }
    return headOf(stretches, arc);
  }

  function addArcsFrom(node: number, junction: number, before: readonly number[]): void {
    const all = outgoing.items.subarray(
      at(outgoing.starts, junction),
      at(outgoing.starts, junction + 1),
    );
    const lastNode = before.at(-1);
    // Who may not turn into a road does not turn round on the spot either, unless the road ends.
    const back = lastNode === undefined ? -1 : lastNode ^ 1;
    const canTurnElsewhere = all.some((arc) => arc !== back && nodeAfter(before, arc) !== null);
    for (const arc of all) {
      if (arc === back && canTurnElsewhere) continue;
      const head = nodeAfter(before, arc);
      if (head === null) continue;
      tails.push(node);
      heads.push(head);
      weights.push(weightOf(stretches, arc));
      arcs.push(arc);
    }
  }

  const first = new Int32Array(stretches.durations.length).fill(-1);
  const prefixByFirstArc = new Map(
    [...prefixes.values()]
      .filter(({ arcs }) => arcs.length === 1)
      .map((state) => [state.arcs[0], state.number]),
  );
  for (let arc = 0; arc < first.length; arc++) {
    if (at(stretches.durations, arc) < 0) continue;
    const state = prefixByFirstArc.get(arc);
    first[arc] = state === undefined ? headOf(stretches, arc) : junctions + state;
  }
  for (let junction = 0; junction < junctions; junction++) {
    for (let i = at(outgoing.starts, junction); i < at(outgoing.starts, junction + 1); i++) {
      const arc = at(outgoing.items, i);
      tails.push(junction);
      heads.push(at(first, arc));
      weights.push(weightOf(stretches, arc));
      arcs.push(arc);
    }
  }
  const junctionOf = new Int32Array(junctions + prefixes.size);
  for (let junction = 0; junction < junctions; junction++) junctionOf[junction] = junction;
  for (const { number, arcs } of prefixes.values()) {
    const junction = headOf(stretches, arcs.at(-1) ?? 0);
    junctionOf[junctions + number] = junction;
    addArcsFrom(junctions + number, junction, arcs);
  }
  const graph: RoadGraph = {
    nodes: junctions + prefixes.size,
    tails: tails.done(),
    heads: heads.done(),
    weights: weights.done(),
    arcs: arcs.done(),
    junctionOf,
    after: first,
  };
  markConnected(stretches, graph);
  return graph;
}

/** The beginnings of the turns, each a node of its own. */
function prefixesOf(turns: readonly ForbiddenTurn[]) {
  const found = new Map<string, { number: number; arcs: readonly number[] }>();
  for (const turn of turns)
    for (let length = 1; length < turn.length; length++) {
      const arcs = turn.slice(0, length);
      const key = arcs.join();
      if (!found.has(key)) found.set(key, { number: found.size, arcs });
    }
  return found;
}

/** Marks the stretches of the largest set of nodes that all reach each other. */
function markConnected(stretches: Stretches, graph: RoadGraph): void {
  const component = components(graph);
  const sizes = new Int32Array(graph.nodes);
  component.forEach((number) => {
    sizes[number] = at(sizes, number) + 1;
  });
  const largestIndex = sizes.indexOf(spanOf(sizes)[1]);
  for (let arc = 0; arc < stretches.durations.length; arc++) {
    if (at(stretches.durations, arc) < 0) continue;
    if (at(component, tailOf(stretches, arc)) !== largestIndex) continue;
    if (at(component, at(graph.after, arc)) !== largestIndex) continue;
    stretches.flags[arc >> 1] = at(stretches.flags, arc >> 1) | CONNECTED_FLAG;
  }
}

/** The strongly connected component of each node (R. Tarjan, 1972), without recursion. */
function components({ nodes, tails, heads }: RoadGraph): Int32Array {
  const { starts, items } = listsOf(nodes, (add) => {
    for (let edge = 0; edge < tails.length; edge++) add(at(tails, edge), edge);
  });
  const index = new Int32Array(nodes).fill(-1);
  const low = new Int32Array(nodes);
  const component = new Int32Array(nodes).fill(-1);
  const next = starts.slice(0, nodes);
  const path = createGrowingStack();
  const open = createGrowingStack();
  let [count, found] = [0, 0];
  for (let root = 0; root < nodes; root++) {
    if (at(index, root) >= 0) continue;
    path.push(root);
    while (path.size > 0) {
      const node = path.top();
      if (at(index, node) < 0) {
        index[node] = low[node] = count++;
        open.push(node);
      }
      const edge = at(next, node);
      if (edge < at(starts, node + 1)) {
        next[node] = edge + 1;
        const head = at(heads, at(items, edge));
        if (at(index, head) < 0) path.push(head);
        else if (at(component, head) < 0) low[node] = Math.min(at(low, node), at(index, head));
        continue;
      }
      path.pop();
      if (at(low, node) === at(index, node)) {
        for (;;) {
          const member = open.pop();
          component[member] = found;
          if (member === node) break;
        }
        found++;
      }
      if (path.size > 0) {
        const parent = path.top();
        low[parent] = Math.min(at(low, parent), at(low, node));
      }
    }
  }
  return component;
}

function createGrowingStack() {
  const values: number[] = [];
  return {
    get size() {
      return values.length;
    },
    push: (value: number) => void values.push(value),
    pop: () => values.pop() ?? -1,
    top: () => values.at(-1) ?? -1,
  };
}
