import { useConnectionState } from "./live-connection";

/** Shows whether the screen receives changes, as a dot and a word. */
export function ConnectionStatus() {
  const state = useConnectionState();
  const isLive = state === "open";
  return (
    <span
      className="flex items-center gap-2 px-2 text-ink-muted text-xs"
      title={
        isLive
          ? "Changes appear automatically"
          : "Changes may be missing until the connection is back"
      }
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${isLive ? "bg-success" : state === "lost" ? "bg-warning" : "bg-line-strong"}`}
      />
      <span className="max-sm:sr-only" role="status">
        {isLive ? "Live" : state === "lost" ? "Reconnecting" : "Connecting"}
      </span>
    </span>
  );
}
