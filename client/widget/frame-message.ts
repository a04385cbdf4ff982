/** The messages from the widget's frame to the script that embedded it. Both ends check the sender. */

export interface FrameMessage {
  livery: "widget";
  /** The current height of the content, px. */
  height: number;
  /** Title of the frame. */
  title: string;
}

/** Higher than the widget ever is. */
const MAX_HEIGHT_PX = 10_000;

/** A received message; null for anything else sent to the page. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { livery, height, title } = data as Record<string, unknown>;
  if (livery !== "widget" || typeof title !== "string") return null;
  if (typeof height !== "number" || !(height > 0 && height < MAX_HEIGHT_PX)) return null;
  return { livery, height: Math.ceil(height), title: title.slice(0, 200) };
}
