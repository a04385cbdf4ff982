/** Converts a trace of Chromium to what it would be on an otherwise idle machine. */
import { z } from "zod";

const Event = z.looseObject({
  ph: z.string(),
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Wall-clock time in µs. */
  ts: z.number(),
  dur: z.number().optional(),
  /** The thread's processor time in µs. */
  tts: z.number().optional(),
  tdur: z.number().optional(),
});
type Event = z.infer<typeof Event>;
export const Trace = z.looseObject({ traceEvents: z.array(Event) });
export type Trace = z.infer<typeof Trace>;

/**
 * Lets each task of a thread begin at its original time and last as long as it had a processor, without the time that
 * other threads used. Events within a task keep their place in it.
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
