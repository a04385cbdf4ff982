import { SunMoon, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classNames } from "../../ui/class-names";
import { IconButton } from "../../ui/icon-button";
import { useModal } from "../../ui/use-modal";
import { useWords } from "../../words/use-words";

const MIN_FONT_PX = 24;

/**
 * A name in letters of the largest size that fits the screen, to hold up at arrivals. The screen stays awake and turns
 * to landscape if the phone supports it. A tap or Escape closes it.
 */
export default function GreetingSign({
  name,
  brand,
  onClose,
}: {
  name: string;
  brand: string;
  onClose: () => void;
}) {
  const t = useWords();
  const dialog = useModal(true, onClose);
  const nameRef = useRef<HTMLParagraphElement>(null);
  const [isInverse, setIsInverse] = useState(false);
  useLargestLetters(nameRef, name);
  useFullScreen(dialog);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it for keyboard users, and there is a button
    <dialog
      aria-label={t("Greeting sign")}
      className={classNames(
        "m-0 h-dvh max-h-none w-dvw max-w-none flex-col p-4 open:flex",
        isInverse ? "bg-black text-white" : "bg-white text-black",
      )}
      onClick={onClose}
      ref={dialog}
    >
      <div className="flex items-center justify-between gap-4">
        <p className="truncate font-semibold text-xl">{brand}</p>
        <span className="flex">
          <IconButton
            className="!text-current"
            icon={<SunMoon aria-hidden="true" size={24} />}
            label={isInverse ? t("Black on white") : t("White on black")}
            onClick={(event) => {
              event.stopPropagation();
              setIsInverse(!isInverse);
            }}
          />
          <IconButton
            className="!text-current"
            icon={<X aria-hidden="true" size={24} />}
            label={t("Close the sign")}
            onClick={onClose}
          />
        </span>
      </div>
      <div className="grid min-h-0 flex-1 place-items-center overflow-hidden">
        <p className="text-center font-bold leading-none" ref={nameRef}>
          {name}
        </p>
      </div>
    </dialog>
  );
}

/** Sets the largest font size with which the name fits its box. */
function useLargestLetters(nameRef: React.RefObject<HTMLParagraphElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is measured again
  useEffect(() => {
    const fit = () => {
      const nameElement = nameRef.current;
      const nameBox = nameElement?.parentElement;
      if (!nameElement || !nameBox) return;
      let fittingPx = MIN_FONT_PX;
      let tooLargePx = Math.max(fittingPx, nameBox.clientHeight);
      while (tooLargePx - fittingPx > 1) {
        const triedPx = (fittingPx + tooLargePx) / 2;
        nameElement.style.fontSize = `${triedPx}px`;
        const fits =
          nameElement.scrollWidth <= nameBox.clientWidth &&
          nameElement.offsetHeight <= nameBox.clientHeight;
        if (fits) fittingPx = triedPx;
        else tooLargePx = triedPx;
      }
      nameElement.style.fontSize = `${Math.floor(fittingPx)}px`;
    };
    fit();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, [text]);
}

type LockableOrientation = ScreenOrientation & { lock?: (to: "landscape") => Promise<void> };

/** Makes the page full screen, awake and landscape if the browser allows it, and undoes that at the end. */
function useFullScreen(dialog: React.RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    let isClosed = false;
    let wakeLock: WakeLockSentinel | null = null;
    // Some phones refuse one of these. The sign stays readable without it.
    const requestWakeLock = async () => {
      if (document.visibilityState === "hidden") return;
      wakeLock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
      if (isClosed) await wakeLock?.release();
    };
    const enterFullScreen = async () => {
      await document.documentElement.requestFullscreen?.().catch(() => {});
      await (screen.orientation as LockableOrientation | undefined)
        ?.lock?.("landscape")
        .catch(() => {});
    };
    void requestWakeLock();
    void enterFullScreen();
    document.addEventListener("visibilitychange", requestWakeLock);
    dialog.current?.focus();
    return () => {
      isClosed = true;
      document.removeEventListener("visibilitychange", requestWakeLock);
      void wakeLock?.release();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };
  }, [dialog]);
}
