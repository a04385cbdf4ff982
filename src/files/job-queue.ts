/**
 * A queue that runs only a few jobs at once. Jobs of signed-in people come before those of strangers, who never take
 * the last place. After three jobs of accounts in a row, the stranger who has waited longest gets a turn. Within each
 * group senders take turns, however much one of them sends.
 */
import type { Actor } from "../deps";
import { AppError } from "../errors";

/** The sender of a job: a signed-in account, or a stranger's address. */
export type Sender = { account: string } | { address: string };

/** Returns the sender for the account that takes an action. */
export function senderOf({ id, kind }: Actor): Sender {
  return { account: id ?? kind };
}

interface JobQueue {
  /** Runs the work when its turn comes. Throws `server.busy` at once if too many jobs wait. */
  run<Done>(sender: Sender, work: () => Promise<Done>): Promise<Done>;
}

interface JobQueueLimits {
  /** At least 2, because one place is never given to strangers. */
  maxRunning: number;
  /** How many jobs may wait: of all accounts, of all strangers, and of any one sender. */
  maxWaiting: { accounts: number; strangers: number; perSender: number };
  /** After how many seconds a refused sender may try again. */
  retryAfterSeconds: number;
}

/** How many jobs of accounts may start in a row while a stranger waits. */
const MAX_CONSECUTIVE_TURNS = 3;

type WaitingJob = { start: () => void };

/** Creates an empty queue. */
export function createJobQueue({
  maxRunning,
  maxWaiting,
  retryAfterSeconds,
}: JobQueueLimits): JobQueue {
  const lanes = {
    accounts: { senders: new Map<string, WaitingJob[]>(), waiting: 0, underWay: 0 },
    strangers: { senders: new Map<string, WaitingJob[]>(), waiting: 0, underWay: 0 },
  };

  let consecutiveAccountTurns = 0;

  /** Returns the group whose turn it is, or undefined while all places are taken or nobody waits. */
  function nextLane() {
    const { accounts, strangers } = lanes;
    const freePlaces = maxRunning - accounts.underWay - strangers.underWay;
    if (freePlaces === 0) return undefined;
    const canServeStrangers = strangers.waiting > 0 && strangers.underWay < maxRunning - 1;
    const hasAccountPriority =
      consecutiveAccountTurns < MAX_CONSECUTIVE_TURNS || !canServeStrangers;
    if (accounts.waiting > 0 && hasAccountPriority) return accounts;
    return canServeStrangers ? strangers : undefined;
  }

  function startNextJob(): void {
    const lane = nextLane();
    const [first] = lane?.senders ?? [];
    if (!lane || !first) return;
    const [key, jobs] = first;
    const job = jobs.shift();
    lane.senders.delete(key);
    // The sender moves behind all others who wait.
    if (jobs.length > 0) lane.senders.set(key, jobs);
    lane.waiting--;
    lane.underWay++;
    consecutiveAccountTurns = lane === lanes.accounts ? consecutiveAccountTurns + 1 : 0;
    job?.start();
  }

  return {
    async run(sender, work) {
      const isAccount = "account" in sender;
      const key = isAccount ? sender.account : sender.address;
      const laneName = isAccount ? "accounts" : "strangers";
      const lane = lanes[laneName];
      const jobs = lane.senders.get(key) ?? [];
      if (lane.waiting >= maxWaiting[laneName] || jobs.length >= maxWaiting.perSender)
        throw new AppError("server.busy", { retryAfterSeconds });
      await new Promise<void>((start) => {
        jobs.push({ start });
        lane.senders.set(key, jobs);
        lane.waiting++;
        startNextJob();
      });
      try {
        return await work();
      } finally {
        lane.underWay--;
        startNextJob();
      }
    },
  };
}
