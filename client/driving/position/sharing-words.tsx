import { CircleAlert, CloudOff, LocateFixed, LocateOff } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names";
import { Spinner } from "../../ui/spinner";
import type { Sharing } from "./position-sharer";

/** One line on how the sharing of the position stands; nothing while off shift. */
export function SharingWords({ sharing }: { sharing: Sharing }) {
  const line = (icon: ReactNode, text: string, tone = "text-ink-muted") => (
    <p className={classNames("flex items-start gap-2 text-sm", tone)}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span>{text}</span>
    </p>
  );
  switch (sharing.phase) {
    case "off":
      return null;
    case "ask":
      return line(
        <LocateOff aria-hidden="true" size={16} />,
        "Your position is not shared yet: your browser will ask whether this page may know it.",
        "text-warning-ink",
      );
    case "denied":
      return line(
        <CircleAlert aria-hidden="true" size={16} />,
        "Your browser does not let this page know where you are. Allow “Location” in the settings beside the address, or in your phone’s settings for this browser, then try again. Trips go on as usual.",
        "text-danger-ink",
      );
    case "unavailable":
      return line(
        <LocateOff aria-hidden="true" size={16} />,
        "This browser cannot tell where you are on this page. Trips go on as usual.",
        "text-warning-ink",
      );
    case "waiting":
      return line(<Spinner />, "Looking for your position…");
    case "sharing":
      return line(
        <LocateFixed aria-hidden="true" size={16} />,
        "Sharing your position",
        "text-success-ink",
      );
    case "offline":
      return line(
        <CloudOff aria-hidden="true" size={16} />,
        sharing.waiting === 0
          ? "No network. Your position is sent when you are back."
          : `No network. ${sharing.waiting === 1 ? "1 position waits" : `${sharing.waiting} positions wait`} and will be sent when you are back.`,
        "text-warning-ink",
      );
  }
}
