import { expect, test } from "bun:test";
import { withProcessorTime } from "./processor-time";

test("withProcessorTime shortens a task to its processor time and keeps its parts in place", () => {
  const event = { ph: "X", pid: 1, tid: 1 };
  const { traceEvents } = withProcessorTime({
    traceEvents: [
      // The task had the processor for 10 of 30 µs: five before the script, which had it for two of its twelve.
      { ...event, name: "RunTask", ts: 100, dur: 30, tts: 1000, tdur: 10 },
      { ...event, name: "FunctionCall", ts: 115, dur: 12, tts: 1005, tdur: 2 },
      // An event of another thread, and one outside any task.
      { ...event, tid: 2, name: "RunTask", ts: 110, dur: 5, tts: 70, tdur: 5 },
      { ph: "R", pid: 1, tid: 1, name: "firstContentfulPaint", ts: 140 },
      { ...event, name: "RunTask", ts: 200, dur: 8, tts: 1010, tdur: 8 },
    ],
  });
  expect(traceEvents.map(({ ts, dur }) => [ts, dur])).toEqual([
    [100, 10],
    [105, 2],
    [110, 5],
    [140, undefined],
    [200, 8],
  ]);
});
