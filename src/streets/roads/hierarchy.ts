/**
 * A contraction hierarchy (R. Geisberger, P. Sanders, D. Schultes, D. Delling: "Contraction Hierarchies: Faster and
 * Simpler Hierarchical Routing in Road Networks", 2008). Nodes are removed one by one, the least important first. If
 * the shortest path between two neighbours leads over a removed node, a shortcut replaces it. A search then only moves
 * upwards, from both ends, and visits a few hundred nodes of a country.
 */
import { at, collectGarbageAfter, growingInts } from "../arrays";
import { MinHeap } from "./min-heap";

/** Edges to nodes that are removed later: forwards from a path's start, and reversed from its end. */
export interface UpwardGraph {
  starts: Int32Array;
  /** The node at the other end. */
  ends: Int32Array;
  weights: Int32Array;
  /** The node that a shortcut leads over, or an original edge of the graph as `-1 - edge`. */
  middles: Int32Array;
}

export interface Hierarchy {
  nodes: number;
  /**
   * The rank of each node of the graph: a node that is removed later has a higher rank. The hierarchy identifies nodes
   * by rank.
   */
  ranks: Int32Array;
  out: UpwardGraph;
  in: UpwardGraph;
}

/** How many nodes a witness search settles at most: 40 to rank a node, 400 to contract it. */
const MAX_NODES_WHEN_RANKING = 40;
const MAX_NODES_WHEN_CONTRACTING = 400;
const NODES_PER_PROGRESS = 4096;

/** Builds the hierarchy of a graph; `progress` receives how many nodes have been removed. */
export function makeHierarchy(
  graph: { nodes: number; tails: Int32Array; heads: Int32Array; weights: Int32Array },
  progress: (done: number, of: number) => void,
): Hierarchy {
  const contraction = new Contraction(graph);
  return contraction.run(progress);
}

class Contraction {
  private readonly nodes: number;
  // The edges of the graph and the shortcuts, as linked lists by tail and by head.
  private readonly tail = growingInts();
  private readonly head = growingInts();
  private readonly weight = growingInts();
  private readonly middle = growingInts();
  private readonly nextOutgoing = growingInts();
  private readonly nextIncoming = growingInts();
  private readonly firstOut: Int32Array;
  private readonly firstIn: Int32Array;
  private readonly rank: Int32Array;
  private readonly depth: Int32Array;
  private readonly removedNeighbourCounts: Int32Array;
  // The results of a witness search; a node's entry is valid only with the stamp of the current search.
  private readonly distance: Int32Array;
  private readonly stamp: Int32Array;
  private searchNumber = 0;
  private readonly heap = new MinHeap();
  private tails: Int32Array;
  private heads: Int32Array;
  private weights: Int32Array;
  private middles: Int32Array;
  private outs: Int32Array;
  private ins: Int32Array;

  constructor(graph: { nodes: number; tails: Int32Array; heads: Int32Array; weights: Int32Array }) {
    this.nodes = graph.nodes;
    this.firstOut = new Int32Array(graph.nodes).fill(-1);
    this.firstIn = new Int32Array(graph.nodes).fill(-1);
    this.rank = new Int32Array(graph.nodes).fill(-1);
    this.depth = new Int32Array(graph.nodes);
    this.removedNeighbourCounts = new Int32Array(graph.nodes);
    this.distance = new Int32Array(graph.nodes);
    this.stamp = new Int32Array(graph.nodes);
    this.tails = this.tail.raw;
    this.heads = this.head.raw;
    this.weights = this.weight.raw;
    this.middles = this.middle.raw;
    this.outs = this.nextOutgoing.raw;
    this.ins = this.nextIncoming.raw;
    graph.tails.forEach((tail, edge) => {
      const head = at(graph.heads, edge);
      // The shortest path never contains a loop.
      if (tail !== head) this.connect(tail, head, at(graph.weights, edge), -1 - edge);
    });
  }

  run(progress: (done: number, of: number) => void): Hierarchy {
    const queue = new MinHeap();
    for (let node = 0; node < this.nodes; node++) queue.push(this.importanceOf(node), node);
    let done = 0;
    while (queue.size > 0) {
      const node = queue.pop();
      if (at(this.rank, node) >= 0) continue;
      const importance = this.importanceOf(node);
      if (importance > queue.least) {
        queue.push(importance, node);
        continue;
      }
      this.contractNode(node, done++);
      if (done % NODES_PER_PROGRESS > 0) continue;
      progress(done, this.nodes);
      collectGarbageAfter(NODES_PER_PROGRESS);
    }
    return {
      nodes: this.nodes,
      ranks: this.rank,
      out: this.buildUpwardGraph(this.firstOut, this.outs, this.heads),
      in: this.buildUpwardGraph(this.firstIn, this.ins, this.tails),
    };
  }

  /**
   * Returns a node's importance, from the number of edges that its removal would add, how many of its neighbours are
   * removed, and how deep they are.
   */
  private importanceOf(node: number): number {
    let edges = 0;
    for (let edge = at(this.firstOut, node); edge >= 0; edge = at(this.outs, edge)) edges++;
    for (let edge = at(this.firstIn, node); edge >= 0; edge = at(this.ins, edge)) edges++;
    const shortcuts = this.findShortcuts(node, MAX_NODES_WHEN_RANKING, false);
    return (
      2 * (shortcuts - edges) + at(this.removedNeighbourCounts, node) + 2 * at(this.depth, node)
    );
  }

  private contractNode(node: number, rank: number): void {
    this.findShortcuts(node, MAX_NODES_WHEN_CONTRACTING, true);
    this.rank[node] = rank;
    const noteRemovedNeighbour = (neighbour: number) => {
      this.removedNeighbourCounts[neighbour] = at(this.removedNeighbourCounts, neighbour) + 1;
      this.depth[neighbour] = Math.max(at(this.depth, neighbour), at(this.depth, node) + 1);
    };
    // The neighbours no longer lead to this node, but its own edges remain and lead upwards.
    for (let edge = at(this.firstOut, node); edge >= 0; edge = at(this.outs, edge)) {
      const neighbour = at(this.heads, edge);
      this.unlink(this.firstIn, this.ins, this.tails, neighbour, node);
      noteRemovedNeighbour(neighbour);
    }
    for (let edge = at(this.firstIn, node); edge >= 0; edge = at(this.ins, edge)) {
      const neighbour = at(this.tails, edge);
      this.unlink(this.firstOut, this.outs, this.heads, neighbour, node);
      noteRemovedNeighbour(neighbour);
    }
  }

  private unlink(
    first: Int32Array,
    next: Int32Array,
    other: Int32Array,
    node: number,
    removed: number,
  ): void {
    let before = -1;
    for (let edge = at(first, node); edge >= 0; edge = at(next, edge)) {
      if (at(other, edge) !== removed) before = edge;
      else if (before < 0) first[node] = at(next, edge);
      else next[before] = at(next, edge);
    }
  }

  /** Returns how many shortcuts the paths over a node need, and adds them if `shouldConnect` is true. */
  private findShortcuts(node: number, limit: number, shouldConnect: boolean): number {
    let shortcuts = 0;
    for (
      let incomingArc = at(this.firstIn, node);
      incomingArc >= 0;
      incomingArc = at(this.ins, incomingArc)
    ) {
      const from = at(this.tails, incomingArc);
      const base = at(this.weights, incomingArc);
      let maxWeight = -1;
      for (
        let outgoingArc = at(this.firstOut, node);
        outgoingArc >= 0;
        outgoingArc = at(this.outs, outgoingArc)
      )
        if (at(this.heads, outgoingArc) !== from)
          maxWeight = Math.max(maxWeight, at(this.weights, outgoingArc));
      if (maxWeight < 0) continue;
      this.findWitnesses(from, node, base + maxWeight, limit);
      for (
        let outgoingArc = at(this.firstOut, node);
        outgoingArc >= 0;
        outgoingArc = at(this.outs, outgoingArc)
      ) {
        const to = at(this.heads, outgoingArc);
        if (to === from) continue;
        const weight = base + at(this.weights, outgoingArc);
        if (at(this.stamp, to) === this.searchNumber && at(this.distance, to) <= weight) continue;
        shortcuts++;
        if (shouldConnect) this.connect(from, to, weight, node);
      }
    }
    return shortcuts;
  }

  /** Finds distances from a node on paths that avoid `excludedNode`, up to `maxDistance` and `limit` settled nodes. */
  private findWitnesses(
    from: number,
    excludedNode: number,
    maxDistance: number,
    limit: number,
  ): void {
    const { heap, distance, stamp } = this;
    const search = ++this.searchNumber;
    heap.clear();
    heap.push(0, from);
    distance[from] = 0;
    stamp[from] = search;
    for (let settled = 0; heap.size > 0 && settled < limit;) {
      const key = heap.least;
      if (key > maxDistance) break;
      const node = heap.pop();
      if (key > at(distance, node)) continue;
      settled++;
      for (let edge = at(this.firstOut, node); edge >= 0; edge = at(this.outs, edge)) {
        const head = at(this.heads, edge);
        if (head === excludedNode) continue;
        const reachedWeight = key + at(this.weights, edge);
        if (at(stamp, head) === search && at(distance, head) <= reachedWeight) continue;
        distance[head] = reachedWeight;
        stamp[head] = search;
        heap.push(reachedWeight, head);
      }
    }
  }

  /** Adds an edge, or lowers the weight of an existing one. */
  private connect(tail: number, head: number, weight: number, middle: number): void {
    for (let edge = at(this.firstOut, tail); edge >= 0; edge = at(this.outs, edge))
      if (at(this.heads, edge) === head) {
        if (at(this.weights, edge) <= weight) return;
        this.weights[edge] = weight;
        this.middles[edge] = middle;
        return;
      }
    const edge = this.tail.length;
    this.tail.push(tail);
    this.head.push(head);
    this.weight.push(weight);
    this.middle.push(middle);
    this.nextOutgoing.push(at(this.firstOut, tail));
    this.nextIncoming.push(at(this.firstIn, head));
    this.firstOut[tail] = edge;
    this.firstIn[head] = edge;
    if (this.tails !== this.tail.raw) this.refresh();
  }

  /** Updates the arrays after some of them have grown. */
  private refresh(): void {
    this.tails = this.tail.raw;
    this.heads = this.head.raw;
    this.weights = this.weight.raw;
    this.middles = this.middle.raw;
    this.outs = this.nextOutgoing.raw;
    this.ins = this.nextIncoming.raw;
  }

  private buildUpwardGraph(first: Int32Array, next: Int32Array, other: Int32Array): UpwardGraph {
    const { nodes, rank } = this;
    const nodesByRank = new Int32Array(nodes);
    rank.forEach((nodeRank, node) => {
      nodesByRank[nodeRank] = node;
    });
    const starts = new Int32Array(nodes + 1);
    const [ends, weights, middles] = [growingInts(), growingInts(), growingInts()];
    for (let nodeRank = 0; nodeRank < nodes; nodeRank++) {
      starts[nodeRank] = ends.length;
      for (let edge = at(first, at(nodesByRank, nodeRank)); edge >= 0; edge = at(next, edge)) {
        const middle = at(this.middles, edge);
        ends.push(at(rank, at(other, edge)));
        weights.push(at(this.weights, edge));
        middles.push(middle >= 0 ? at(rank, middle) : middle);
      }
    }
    starts[nodes] = ends.length;
    return {
      starts,
      ends: ends.contents(),
      weights: weights.contents(),
      middles: middles.contents(),
    };
  }
}
