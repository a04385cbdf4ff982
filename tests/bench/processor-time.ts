/** A trace of Chromium as it would be, had nothing else been on the machine. */
import { z } from "zod";

const Event = z.looseObject({
  ph: z.string(),
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** By the clock, µs. */
  ts: z.number(),
  dur: z.number().optional(),
  /** By the thread's own time on a processor, µs. */
  tts: z.number().optional(),
  tdur: z.number().optional(),
});
type Event = z.infer<typeof Event>;
export const Trace = z.looseObject({ traceEvents: z.array(Event) });
export type Trace = z.infer<typeof Trace>;

/**
 * Has each task of a thread begin when it began and last as long as it had a processor: the times in
 * which others had it are left out. What is within a task keeps its place in it.
 */
export function withProcessorTime(trace: Trace): Trace {
  const eventsByThread = Map.groupBy(trace.traceEvents, ({ pid, tid }) => `${pid}:${tid}`);
  const moved = new Map<Event, Event>();
  for (const events of eventsByThread.values()) {
    let task: Event | undefined;
    for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
      if (event.tts === undefined) continue;
      const isWithin = task !== undefined && event.ts <= task.ts + (task.dur ?? 0);
      if (!isWithin) task = event.name === "RunTask" ? event : undefined;
      if (task?.tts === undefined) continue;
      moved.set(event, {
        ...event,
        ts: task.ts + event.tts - task.tts,
        ...(event.dur !== undefined && { dur: event.tdur ?? event.dur }),
      });
    }
  }
  return { ...trace, traceEvents: trace.traceEvents.map((event) => moved.get(event) ?? event) };
}
