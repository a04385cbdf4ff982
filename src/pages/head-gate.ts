/**
 * Sends the head of a page before its loaders run. A loader's call is admitted first (session, permission, request) and
 * then waits here until the head has been sent. Calls that decide the status never wait: those that name a row or tell
 * who is signed in. So a refusal still becomes a redirect, a 403 or a 404.
 */
export interface HeadGate {
  /**
   * Resolves once all current calls wait. Never resolves if all calls were answered, or one was refused, before that.
   */
  ready: Promise<"ready">;
  /** Returns a promise that a call must await before it runs, or undefined if it need not wait. */
  hold(): Promise<void> | undefined;
  /** Like `hold`, for data that is streamed after the page's shell. */
  holdDeferred(): Promise<void> | undefined;
  /** Counts a call from its start to its answer or error. An error, or an answer that refuses it, opens the gate. */
  follow(call: () => Promise<Response>): Promise<Response>;
  /** Releases the calls after the head has been sent. */
  open(): void;
  /** Releases the deferred calls after the shell has been sent. */
  releaseDeferredCalls(): void;
}

export function createHeadGate(): HeadGate {
  const ready = Promise.withResolvers<"ready">();
  const headSent = Promise.withResolvers<void>();
  const shellSent = Promise.withResolvers<void>();
  let callsUnderWay = 0;
  let heldCalls = 0;
  let deferredCalls = 0;
  let isOpen = false;
  let areDeferredCallsReleased = false;

  const areAllWaiting = () =>
    !isOpen && heldCalls > 0 && heldCalls + deferredCalls === callsUnderWay;
  /**
   * Checks again in the next turn of the event loop, when anything that follows from an answer, such as another call,
   * has begun.
   */
  const checkWaiting = () => {
    if (areAllWaiting()) setImmediate(() => areAllWaiting() && ready.resolve("ready"));
  };
  const open = () => {
    isOpen = true;
    headSent.resolve();
  };
  return {
    ready: ready.promise,
    hold() {
      if (isOpen) return undefined;
      heldCalls++;
      checkWaiting();
      return headSent.promise;
    },
    holdDeferred() {
      if (areDeferredCallsReleased) return undefined;
      deferredCalls++;
      checkWaiting();
      return shellSent.promise;
    },
    async follow(call) {
      callsUnderWay++;
      const answer = await call().catch((error: unknown) => {
        callsUnderWay--;
        open();
        throw error;
      });
      callsUnderWay--;
      if (!answer.ok) open();
      checkWaiting();
      return answer;
    },
    open,
    releaseDeferredCalls() {
      areDeferredCallsReleased = true;
      shellSent.resolve();
    },
  };
}
