/**
 * The graph in which routes are searched. Its nodes are junctions, and copies of junctions for cars that arrive by the
 * beginning of a forbidden turn, so that no route contains such a turn (D. Villeneuve and G. Desaulniers, "The shortest
 * path problem with forbidden paths", 2005).
 */
import { at, growingInts, listsOf, spanOf } from "../arrays";
import type { ForbiddenTurn } from "./turns";
import { arcsByTail, headOf, tailOf } from "./turns";
import { CONNECTED_FLAG, RESTRICTED_FLAG, type Stretches } from "./stretches";

/** The road graph; its arrays are indexed by edge unless noted. */
export interface RoadGraph {
  nodes: number;
  tails: Int32Array;
  heads: Int32Array;
  weights: Int32Array;
  /** The arc of a stretch that each edge stands for; several edges may stand for the same arc. */
  arcs: Int32Array;
  /** The junction of each node. */
  junctionOf: Int32Array;
  /** The node reached after the first arc of a route, by arc; -1 if the arc is not allowed. */
  after: Int32Array;
}

/**
 * Returns the extra weight of a private or destination-only stretch. It exceeds any detour within a town, so that the
 * stretch is used only at the ends of a trip or if there is no other route.
 */
function penaltyOf(flags: number, duration: number): number {
  return flags & RESTRICTED_FLAG ? duration * 4 + 12_000 : 0;
}

/**
 * Returns the weight of an arc: its time in hundredths of a second, with a penalty if it is not meant for through
 * traffic.
 */
export function weightOf({ durations, flags }: Stretches, arc: number): number {
  const duration = at(durations, arc);
  return duration + penaltyOf(at(flags, arc >> 1), duration);
}

/** Builds the graph, and marks the stretches that are connected to the large network in both directions. */
export function makeGraph(stretches: Stretches, turns: readonly ForbiddenTurn[]): RoadGraph {
  const outgoing = arcsByTail(stretches);
  const prefixes = prefixesOf(turns);
  const forbiddenTurnKeys = new Set(turns.map((turn) => turn.join()));
  const { junctions } = stretches;
  const tails = growingInts();
  const heads = growingInts();
  const weights = growingInts();
  const arcs = growingInts();

  /** Returns the node after an arc that follows others; null if that turn is forbidden. */
  function nodeAfter(before: readonly number[], arc: number): number | null {
    const arcChain = [...before, arc];
    for (let i = 0; i < arcChain.length - 1; i++)
      if (forbiddenTurnKeys.has(arcChain.slice(i).join())) return null;
    for (let i = 0; i < arcChain.length; i++) {
      const prefix = prefixes.get(arcChain.slice(i).join());
      if (prefix) return junctions + prefix.number;
    }
    return headOf(stretches, arc);
  }

  function addArcsFrom(node: number, junction: number, before: readonly number[]): void {
    const outgoingArcs = outgoing.items.subarray(
      at(outgoing.starts, junction),
      at(outgoing.starts, junction + 1),
    );
    const lastArc = before.at(-1);
    // A car that may not turn into a road does not make a U-turn instead, unless the road ends.
    const reverseArc = lastArc === undefined ? -1 : lastArc ^ 1;
    const canTurnElsewhere = outgoingArcs.some(
      (arc) => arc !== reverseArc && nodeAfter(before, arc) !== null,
    );
    for (const arc of outgoingArcs) {
      if (arc === reverseArc && canTurnElsewhere) continue;
      const head = nodeAfter(before, arc);
      if (head === null) continue;
      tails.push(node);
      heads.push(head);
      weights.push(weightOf(stretches, arc));
      arcs.push(arc);
    }
  }

  const nodeAfterArc = new Int32Array(stretches.durations.length).fill(-1);
  const prefixByFirstArc = new Map(
    [...prefixes.values()]
      .filter(({ arcs }) => arcs.length === 1)
      .map((state) => [state.arcs[0], state.number]),
  );
  for (let arc = 0; arc < nodeAfterArc.length; arc++) {
    if (at(stretches.durations, arc) < 0) continue;
    const prefixNumber = prefixByFirstArc.get(arc);
    nodeAfterArc[arc] =
      prefixNumber === undefined ? headOf(stretches, arc) : junctions + prefixNumber;
  }
  for (let junction = 0; junction < junctions; junction++) {
    for (let i = at(outgoing.starts, junction); i < at(outgoing.starts, junction + 1); i++) {
      const arc = at(outgoing.items, i);
      tails.push(junction);
      heads.push(at(nodeAfterArc, arc));
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
    tails: tails.contents(),
    heads: heads.contents(),
    weights: weights.contents(),
    arcs: arcs.contents(),
    junctionOf,
    after: nodeAfterArc,
  };
  markConnected(stretches, graph);
  return graph;
}

/** Finds the beginnings of forbidden turns; each becomes a node. */
function prefixesOf(turns: readonly ForbiddenTurn[]) {
  const prefixByKey = new Map<string, { number: number; arcs: readonly number[] }>();
  for (const turn of turns)
    for (let length = 1; length < turn.length; length++) {
      const arcs = turn.slice(0, length);
      const key = arcs.join();
      if (!prefixByKey.has(key)) prefixByKey.set(key, { number: prefixByKey.size, arcs });
    }
  return prefixByKey;
}

/** Marks the stretches of the largest set of nodes that can all reach each other. */
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

/** Finds the strongly connected component of each node (R. Tarjan, 1972), without recursion. */
function components({ nodes, tails, heads }: RoadGraph): Int32Array {
  const { starts, items } = listsOf(nodes, (add) => {
    for (let edge = 0; edge < tails.length; edge++) add(at(tails, edge), edge);
  });
  const index = new Int32Array(nodes).fill(-1);
  const low = new Int32Array(nodes);
  const component = new Int32Array(nodes).fill(-1);
  const next = starts.slice(0, nodes);
  const path = createGrowingStack();
  const openNodes = createGrowingStack();
  let [visitedCount, componentCount] = [0, 0];
  for (let root = 0; root < nodes; root++) {
    if (at(index, root) >= 0) continue;
    path.push(root);
    while (path.size > 0) {
      const node = path.top();
      if (at(index, node) < 0) {
        index[node] = low[node] = visitedCount++;
        openNodes.push(node);
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
          const member = openNodes.pop();
          component[member] = componentCount;
          if (member === node) break;
        }
        componentCount++;
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
