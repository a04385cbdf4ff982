/** The order in which jobs wait when only a few can run at once. */
import { expect, test } from "bun:test";
import { AppError } from "../../src/errors";
import { createJobQueue, type Sender } from "../../src/files/job-queue";

const limits = {
  maxRunning: 2,
  maxWaiting: { accounts: 6, strangers: 4, perSender: 4 },
  retryAfterSeconds: 5,
};

/** Returns a queue whose jobs end when the test says so. */
function openQueue() {
  const turns = createJobQueue(limits);
  const startedJobs: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    /** Returns the names of the jobs that have started so far, in order. */
    async waitForStart(): Promise<string[]> {
      await Bun.sleep(0);
      return startedJobs;
    },
    send(name: string, sender: Sender): Promise<string> {
      return turns.run(sender, () => {
        startedJobs.push(name);
        const end = Promise.withResolvers<string>();
        ends.set(name, end);
        return end.promise;
      });
    },
    async end(name: string): Promise<void> {
      await Bun.sleep(0);
      ends.get(name)?.resolve(name);
      await Bun.sleep(0);
    },
    async fail(name: string): Promise<void> {
      await Bun.sleep(0);
      ends.get(name)?.reject(new Error(name));
      await Bun.sleep(0);
    },
  };
}

const rider = (id: string): Sender => ({ account: id });
const stranger = (address: string): Sender => ({ address });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, error.retryAfterSeconds] : error),
  );

test("strangers never take the queue's last place, so a signed-in sender starts at once", async () => {
  const queue = openQueue();
  for (const name of ["s1", "s2", "s3"]) void queue.send(name, stranger("7.7.7.7"));
  expect(await queue.waitForStart()).toEqual(["s1"]);
  void queue.send("r1", rider("a"));
  expect(await queue.waitForStart()).toEqual(["s1", "r1"]);
});

test("a signed-in sender starts before strangers who have waited longer", async () => {
  const queue = openQueue();
  for (const name of ["r1", "r2"]) void queue.send(name, rider("a"));
  void queue.send("s1", stranger("7.7.7.7"));
  void queue.send("r3", rider("b"));
  await queue.end("r1");
  expect(await queue.waitForStart()).toEqual(["r1", "r2", "r3"]);
  await queue.end("r2");
  expect(await queue.waitForStart()).toEqual(["r1", "r2", "r3", "s1"]);
});

test("a waiting stranger starts after at most three jobs of accounts", async () => {
  const queue = openQueue();
  for (const name of ["a1", "a2", "a3", "a4"]) void queue.send(name, rider("a"));
  for (const name of ["s1", "s2"]) void queue.send(name, stranger("7.7.7.7"));
  void queue.send("t1", stranger("8.8.8.8"));
  // The rider sends another job for each that ends.
  for (const [ends, sent] of [
    ["a1", "a5"],
    ["a2", "a6"],
    ["s1", "a7"],
    ["a3", "a8"],
    ["a4", "a9"],
    ["a5", "a10"],
  ] as const) {
    await queue.end(ends);
    void queue.send(sent, rider("a"));
  }
  expect(await queue.waitForStart()).toEqual(["a1", "a2", "a3", "s1", "a4", "a5", "a6", "t1"]);
});

test("a stranger's turn does not give strangers the queue's last place", async () => {
  const queue = openQueue();
  for (const name of ["s1", "s2"]) void queue.send(name, stranger("7.7.7.7"));
  for (const name of ["a1", "a2", "a3", "a4"]) void queue.send(name, rider("a"));
  for (const name of ["a1", "a2", "a3"]) await queue.end(name);
  expect(await queue.waitForStart()).toEqual(["s1", "a1", "a2", "a3", "a4"]);
  await queue.end("s1");
  expect((await queue.waitForStart()).at(-1)).toBe("s2");
});

test("a sender with many jobs lets others start in between", async () => {
  const queue = openQueue();
  for (const name of ["a1", "a2", "a3", "a4"]) void queue.send(name, rider("a"));
  void queue.send("b1", rider("b"));
  for (const name of ["a1", "a2", "a3", "b1"]) await queue.end(name);
  expect(await queue.waitForStart()).toEqual(["a1", "a2", "a3", "b1", "a4"]);
});

test("the queue answers busy, with a time to retry, beyond its limits per sender and group", async () => {
  const queue = openQueue();
  const busy = ["server.busy", 5];
  for (let i = 0; i < 5; i++) void queue.send(`s${i}`, stranger("7.7.7.7"));
  expect(await codeOf(queue.send("s5", stranger("7.7.7.7")))).toEqual(busy);
  expect(await codeOf(queue.send("other", stranger("8.8.8.8")))).toEqual(busy);
  for (let i = 0; i < 5; i++) void queue.send(`r${i}`, rider("a"));
  expect(await codeOf(queue.send("r5", rider("a")))).toEqual(busy);
  for (const who of ["b", "c"]) void queue.send(who, rider(who));
  expect(await codeOf(queue.send("d", rider("d")))).toEqual(busy);
});

test("a job that fails gives its place to the next", async () => {
  const queue = openQueue();
  const failingJob = queue.send("r1", rider("a"));
  for (const name of ["r2", "r3"]) void queue.send(name, rider("a"));
  const [failed] = await Promise.all([codeOf(failingJob), queue.fail("r1")]);
  expect(String(failed)).toBe("Error: r1");
  expect(await queue.waitForStart()).toEqual(["r1", "r2", "r3"]);
  await queue.end("r2");
  await queue.end("r3");
  void queue.send("s1", stranger("7.7.7.7"));
  expect((await queue.waitForStart()).at(-1)).toBe("s1");
});
