/** Creates a queue that runs its work one after the other, however long each takes. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let lastRun: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = lastRun.then(work);
    lastRun = run.catch(() => {});
    return run;
  };
}
