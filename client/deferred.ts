/** What `Promise.withResolvers` gives, which Safari has from 17.4 on. */
export function deferred<Value>(): PromiseWithResolvers<Value> {
  // A promise calls its function at once: both are there when they are read.
  let resolve!: PromiseWithResolvers<Value>["resolve"];
  let reject!: PromiseWithResolvers<Value>["reject"];
  const promise = new Promise<Value>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
