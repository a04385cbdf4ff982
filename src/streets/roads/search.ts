/** Searches the hierarchy for the shortest route between two sets of nodes. */
import { at } from "../arrays";
import type { UpwardGraph } from "./hierarchy";
import { MinHeap } from "./min-heap";
import type { Roads } from "./roads-file";

const NO_NODE = -1;
const UNREACHED = 2 ** 31 - 1;

/** A node with the weight of the path from the start to it, or from it to the end. */
export interface SearchSeed {
  node: number;
  weight: number;
}

/** A route: its weight, its first and last seed, and the arcs between them. */
export interface GraphRoute {
  weight: number;
  from: number;
  to: number;
  arcs: number[];
}

/** One direction of the search. */
class SearchDirection {
  readonly distance: Int32Array;
  /** The previous node. `edge` is the edge from it. */
  readonly before: Int32Array;
  readonly edge: Int32Array;
  readonly heap = new MinHeap();
  readonly touched: number[] = [];

  constructor(
    nodes: number,
    private readonly up: UpwardGraph,
    private readonly down: UpwardGraph,
  ) {
    this.distance = new Int32Array(nodes).fill(UNREACHED);
    this.before = new Int32Array(nodes).fill(NO_NODE);
    this.edge = new Int32Array(nodes).fill(NO_NODE);
  }

  begin(seeds: readonly SearchSeed[]): void {
    for (const node of this.touched) this.distance[node] = UNREACHED;
    this.touched.length = 0;
    this.heap.clear();
    for (const { node, weight } of seeds) this.reach(node, weight, NO_NODE, NO_NODE);
  }

  /**
   * Settles the next node and returns it; -1 if it was settled before or a higher node reaches it by a shorter path.
   */
  step(): number {
    const key = this.heap.least;
    const node = this.heap.pop();
    if (key > at(this.distance, node)) return NO_NODE;
    if (this.isStalled(node, key)) return NO_NODE;
    const { starts, ends, weights } = this.up;
    for (let edge = at(starts, node); edge < at(starts, node + 1); edge++)
      this.reach(at(ends, edge), key + at(weights, edge), node, edge);
    return node;
  }

  /**
   * Returns whether a higher node reaches this one by a shorter path, so that no shortest route continues from here.
   */
  private isStalled(node: number, key: number): boolean {
    const { starts, ends, weights } = this.down;
    for (let edge = at(starts, node); edge < at(starts, node + 1); edge++) {
      const distance = at(this.distance, at(ends, edge));
      if (distance !== UNREACHED && distance + at(weights, edge) < key) return true;
    }
    return false;
  }

  private reach(node: number, weight: number, before: number, edge: number): void {
    const previousDistance = at(this.distance, node);
    if (weight >= previousDistance) return;
    if (previousDistance === UNREACHED) this.touched.push(node);
    this.distance[node] = weight;
    this.before[node] = before;
    this.edge[node] = edge;
    this.heap.push(weight, node);
  }
}

export class RoadSearch {
  private readonly forward: SearchDirection;
  private readonly backward: SearchDirection;

  constructor(private readonly roads: Roads) {
    this.forward = new SearchDirection(roads.nodes, roads.out, roads.in);
    this.backward = new SearchDirection(roads.nodes, roads.in, roads.out);
  }

  /** Returns the weight of the shortest route; infinite if there is none. */
  weight(from: readonly SearchSeed[], to: readonly SearchSeed[]): number {
    return this.search(from, to, 1).weight;
  }

  /** Finds the shortest route; null if there is none. */
  find(from: readonly SearchSeed[], to: readonly SearchSeed[]): GraphRoute | null {
    const { node, weight } = this.search(from, to, 1);
    return node === NO_NODE ? null : this.routeThrough(node, weight);
  }

  /**
   * Returns candidates for alternatives: the shortest route, and the routes over nodes that both searches reached, at
   * most `maxDetourRatio` times as heavy, the lightest first. Each route is built only when its `buildRoute` is called.
   */
  candidates(
    from: readonly SearchSeed[],
    to: readonly SearchSeed[],
    maxDetourRatio: number,
  ): { weight: number; buildRoute: () => GraphRoute }[] {
    const best = this.search(from, to, maxDetourRatio);
    if (best.node === NO_NODE) return [];
    const limit = best.weight * maxDetourRatio;
    const detourNodes: { node: number; weight: number }[] = [];
    for (const node of this.forward.touched) {
      const backward = at(this.backward.distance, node);
      if (node === best.node || backward === UNREACHED) continue;
      const weight = at(this.forward.distance, node) + backward;
      if (weight <= limit) detourNodes.push({ node, weight });
    }
    detourNodes.sort((a, b) => a.weight - b.weight);
    return [best, ...detourNodes].map(({ node, weight }) => ({
      weight,
      buildRoute: () => this.routeThrough(node, weight),
    }));
  }

  private search(from: readonly SearchSeed[], to: readonly SearchSeed[], maxDetourRatio: number) {
    const { forward, backward } = this;
    forward.begin(from);
    backward.begin(to);
    let [best, node] = [UNREACHED, NO_NODE];
    for (;;) {
      const minKey = Math.min(forward.heap.least, backward.heap.least);
      if (minKey === UNREACHED || minKey > (best === UNREACHED ? UNREACHED : best * maxDetourRatio))
        break;
      const isForward = forward.heap.least <= backward.heap.least;
      const settled = isForward ? forward.step() : backward.step();
      if (settled === NO_NODE) continue;
      const otherDistance = at((isForward ? backward : forward).distance, settled);
      if (otherDistance === UNREACHED) continue;
      const weight = at(forward.distance, settled) + at(backward.distance, settled);
      if (weight < best) [best, node] = [weight, settled];
    }
    return { weight: node === NO_NODE ? Number.POSITIVE_INFINITY : best, node };
  }

  private routeThrough(middle: number, weight: number): GraphRoute {
    const { forward, backward, roads } = this;
    const arcs: number[] = [];
    const edges: [tail: number, head: number, middle: number][] = [];
    let from = middle;
    while (at(forward.edge, from) !== NO_NODE) {
      const tail = at(forward.before, from);
      edges.push([tail, from, at(roads.out.middles, at(forward.edge, from))]);
      from = tail;
    }
    for (const [tail, head, edgeMiddle] of edges.reverse())
      this.unpack(tail, head, edgeMiddle, arcs);
    let to = middle;
    while (at(backward.edge, to) !== NO_NODE) {
      const head = at(backward.before, to);
      this.unpack(to, head, at(roads.in.middles, at(backward.edge, to)), arcs);
      to = head;
    }
    return { weight, from, to, arcs };
  }

  /** Adds the arcs of an edge, which may be a shortcut over other shortcuts. */
  private unpack(tail: number, head: number, middle: number, arcs: number[]): void {
    const pendingEdges: [number, number, number][] = [[tail, head, middle]];
    for (let edge = pendingEdges.pop(); edge; edge = pendingEdges.pop()) {
      const [from, to, edgeMiddle] = edge;
      if (edgeMiddle < 0) {
        arcs.push(-1 - edgeMiddle);
        continue;
      }
      pendingEdges.push([edgeMiddle, to, middleOf(this.roads.out, edgeMiddle, to)]);
      pendingEdges.push([from, edgeMiddle, middleOf(this.roads.in, edgeMiddle, from)]);
    }
  }
}

/** Returns the `middles` entry of the edge from a node to a higher one. */
function middleOf({ starts, ends, middles }: UpwardGraph, node: number, end: number): number {
  for (let edge = at(starts, node); edge < at(starts, node + 1); edge++)
    if (at(ends, edge) === end) return at(middles, edge);
  throw new Error("The road file is damaged");
}
