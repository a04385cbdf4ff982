/** Counts events in memory while they happen. `metrics.ts` writes the counts. */

/** The counters, with the help text of each. */
export const counters = {
  livery_pages_total:
    "Pages sent, by whether they were rendered for the request or came from the cache.",
  livery_codes_sent_total: "One-time codes and links issued, by channel.",
  livery_codes_refused_total: "Requested codes that were not sent, by reason.",
  livery_code_guesses_total: "Codes that were entered, right or wrong.",
  livery_messages_total: "Attempts to send a message through its provider, by channel and outcome.",
  livery_webhooks_total: "Webhook calls, by outcome.",
  livery_log_lines_total: "Errors and warnings logged.",
  livery_backups_total: "Backups attempted, by outcome.",
} as const;

/** The timers, with the help text of each. */
export const timers = {
  livery_request_seconds: "Time to answer, by method, kind of address and status.",
  livery_page_render_seconds: "Time to render a page.",
  livery_loop_lag_seconds: "How late a timer fires because the server was busy.",
} as const;

export type Counter = keyof typeof counters;
export type Timer = keyof typeof timers;

/** Upper bounds of the timers' buckets, in seconds. */
export const bucketBounds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

export interface DurationHistogram {
  /** The labels as Prometheus writes them: `method="GET",status="200"`. */
  labels: string;
  /** How many measurements are in each bucket, without those of smaller buckets. */
  counts: number[];
  count: number;
  seconds: number;
}

export interface Tally {
  /** Adds one to a counter. `labels` are as Prometheus writes them. */
  count(name: Counter, labels: string): void;
  /** Records an answered request that took `seconds`. */
  observeRequest(method: string, area: "backend" | "page", status: number, seconds: number): void;
  /** Records the time to render a page. */
  observeRender(seconds: number): void;
  /** Records how late a timer fired. */
  observeLag(seconds: number): void;
  /** Returns the count so far, for the given labels or for all. */
  total(name: Counter, labels?: string): number;
  countsOf(name: Counter): Iterable<[labels: string, count: number]>;
  durations(name: Timer): Iterable<DurationHistogram>;
}

/** Makes the counters of one server. */
export function createTally(): Tally {
  const counts = new Map<Counter, Map<string, number>>();
  const requests = new Map<string, DurationHistogram>();
  const renderTimer = createHistogram("");
  const loopLag = createHistogram("");
  for (const name of Object.keys(counters) as Counter[]) counts.set(name, new Map());
  return {
    count(name, labels) {
      const countByLabels = counts.get(name);
      countByLabels?.set(labels, (countByLabels.get(labels) ?? 0) + 1);
    },
    observeRequest(method, area, status, seconds) {
      const key = `${method} ${area} ${status}`;
      let histogram = requests.get(key);
      if (!histogram) {
        histogram = createHistogram(
          `method="${escapeLabel(method)}",area="${area}",status="${status}"`,
        );
        requests.set(key, histogram);
      }
      addMeasurement(histogram, seconds);
    },
    observeRender: (seconds) => addMeasurement(renderTimer, seconds),
    observeLag: (seconds) => addMeasurement(loopLag, seconds),
    total(name, labels) {
      const countByLabels = counts.get(name) ?? new Map<string, number>();
      if (labels !== undefined) return countByLabels.get(labels) ?? 0;
      return countByLabels.values().reduce((sum, n) => sum + n, 0);
    },
    countsOf: (name) => counts.get(name) ?? [],
    durations(name) {
      if (name === "livery_request_seconds") return requests.values();
      return [name === "livery_loop_lag_seconds" ? loopLag : renderTimer];
    },
  };
}

function createHistogram(labels: string): DurationHistogram {
  return { labels, counts: bucketBounds.map(() => 0), count: 0, seconds: 0 };
}

function addMeasurement(durations: DurationHistogram, seconds: number): void {
  const bucket = bucketBounds.findIndex((upperBound) => seconds <= upperBound);
  if (bucket !== -1) durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1;
  durations.count++;
  durations.seconds += seconds;
}

/** Escapes a label's value, because the method comes from the client. */
function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
