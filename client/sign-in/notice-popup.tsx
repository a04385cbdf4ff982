import { useCallback, useEffect, useRef, useState } from "react";
import { Popup, type PopupKind } from "../ui/popup";

/** One message of a screen. `onClosed` is called when it has been closed or has timed out. */
export interface Notice {
  kind: PopupKind;
  text: string;
  /** More details, shown in a second paragraph. */
  detail?: string | undefined;
  /** The time in ms after which the message closes automatically. */
  closeAfterMs?: number;
  onClosed?: () => void;
}

/** Keeps one message at a time. `showNotice` shows a message and replaces an earlier one. */
export function useNoticePopup(first: Notice | null = null): {
  showNotice: (notice: Notice) => void;
  popup: React.ReactNode;
} {
  const [notice, setNotice] = useState<Notice | null>(first);
  const current = useRef(notice);
  current.current = notice;

  const close = useCallback(() => {
    const closingNotice = current.current;
    if (!closingNotice) return;
    current.current = null;
    setNotice(null);
    closingNotice.onClosed?.();
  }, []);
  useEffect(() => {
    if (notice?.closeAfterMs === undefined) return;
    const timer = setTimeout(close, notice.closeAfterMs);
    return () => clearTimeout(timer);
  }, [notice, close]);

  return {
    showNotice: setNotice,
    popup: (
      <Popup kind={notice?.kind ?? "info"} onClose={close} open={notice !== null}>
        <p>{notice?.text}</p>
        {notice?.detail && <p className="mt-2">{notice.detail}</p>}
      </Popup>
    ),
  };
}
