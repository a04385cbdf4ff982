/** What the widget in its frame tells the script that put it there. Both ends check whose it is. */

export interface FrameMessage {
  livery: "widget";
  /** How high all of it is now, px. */
  height: number;
  /** Names the frame. */
  title: string;
}

/** Higher than anything the widget shows. */
const HIGHEST_PX = 10_000;

/** A message as it came; null for anything else that a page may be sent. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { livery, height, title } = data as Record<string, unknown>;
  if (livery !== "widget" || typeof title !== "string") return null;
  if (typeof height !== "number" || !(height > 0 && height < HIGHEST_PX)) return null;
  return { livery, height: Math.ceil(height), title: title.slice(0, 200) };
}
