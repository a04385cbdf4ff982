import { useEffect, useRef, useState } from "react";
import { showToast } from "../ui/toasts";
import { useBookingAnnouncements } from "./booking-announcements";
import { playBookingSound, rememberSound, isSoundOn, wakeBookingSound } from "./booking-sound";

/** Announces new bookings with a toast, `news` for a live region and, if turned on, a sound. */
export function useNewBookingAlerts() {
  const [announcement, setAnnouncement] = useState("");
  const [hasSound, setHasSound] = useState(false);
  useEffect(() => setHasSound(isSoundOn()), []);
  useEffect(() => {
    if (!hasSound) return;
    window.addEventListener("pointerup", wakeBookingSound);
    return () => window.removeEventListener("pointerup", wakeBookingSound);
  }, [hasSound]);
  const soundRef = useRef(hasSound);
  soundRef.current = hasSound;
  const announce = useBookingAnnouncements((text) => {
    setAnnouncement(text);
    showToast("info", text);
    if (soundRef.current) playBookingSound();
  });
  const setSoundOn = (isOn: boolean) => {
    setHasSound(isOn);
    rememberSound(isOn);
    if (isOn) playBookingSound();
  };
  return { news: announcement, hasSound, setSoundOn, announce };
}
