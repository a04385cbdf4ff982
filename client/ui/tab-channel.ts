/** Messages between the tabs of one browser. */
export interface TabChannel<Message> {
  /** Tells the other tabs. What is told after closing, as when a write ends late, still arrives. */
  tell(message: Message): void;
  close(): void;
}

/** Opens the channel `name`; silent where the browser has none. */
export function openTabChannel<Message>(
  name: string,
  onMessage: (message: Message) => void,
): TabChannel<Message> {
  if (typeof BroadcastChannel === "undefined") return { tell() {}, close() {} };
  let channel: BroadcastChannel | null = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
  return {
    tell(message) {
      const usedChannel = channel ?? new BroadcastChannel(name);
      usedChannel.postMessage(message);
      if (!channel) usedChannel.close();
    },
    close() {
      channel?.close();
      channel = null;
    },
  };
}
