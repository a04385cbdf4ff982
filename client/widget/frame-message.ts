/** Messages from the widget's frame to the script that embedded it. Both ends check the sender. */

export interface FrameMessage {
  livery: "widget";
  /** The current height of the content, in px. */
  height: number;
  /** The title of the frame. */
  title: string;
}

/** A limit above any real height of the widget. */
const MAX_HEIGHT_PX = 10_000;

/** Reads a received message. Returns null for anything else that is sent to the page. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { livery, height, title } = data as Record<string, unknown>;
  if (livery !== "widget" || typeof title !== "string") return null;
  if (typeof height !== "number" || !(height > 0 && height < MAX_HEIGHT_PX)) return null;
  return { livery, height: Math.ceil(height), title: title.slice(0, 200) };
}
