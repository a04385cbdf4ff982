/** Messages between the tabs of one browser. */
export interface TabChannel<Message> {
  /**
   * Sends a message to the other tabs. It still arrives after the channel was closed, for example when a write ends
   * late.
   */
  tell(message: Message): void;
  close(): void;
}

/** Opens the channel `name`. Does nothing if the browser has no such channels. */
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
