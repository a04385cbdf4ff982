/** Replaces `Promise.withResolvers`, which Safari has only since 17.4. */
export function createDeferred<Value>(): PromiseWithResolvers<Value> {
  // A promise calls its function immediately, so both are set when they are read.
  const deferred = {} as PromiseWithResolvers<Value>;
  deferred.promise = new Promise((...settle) => {
    [deferred.resolve, deferred.reject] = settle;
  });
  return deferred;
}
