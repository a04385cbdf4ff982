import { useEffect, useRef, useState } from "react";
import { showToast } from "../ui/toasts";
import { useBookingAnnouncements } from "./booking-announcements";
import { playBookingSound, rememberSound, isSoundOn, wakeBookingSound } from "./booking-sound";

/** Announces new bookings with a toast, `news` for a live region and, if turned on, a sound. */
export function useAnnouncedBookings() {
  const [announcement, setAnnouncement] = useState("");
  const [sound, setSound] = useState(false);
  useEffect(() => setSound(isSoundOn()), []);
  useEffect(() => {
    if (!sound) return;
    window.addEventListener("pointerup", wakeBookingSound);
    return () => window.removeEventListener("pointerup", wakeBookingSound);
  }, [sound]);
  const soundRef = useRef(sound);
  soundRef.current = sound;
  const announce = useBookingAnnouncements((text) => {
    setAnnouncement(text);
    showToast("info", text);
    if (soundRef.current) playBookingSound();
  });
  const setSoundOn = (on: boolean) => {
    setSound(on);
    rememberSound(on);
    if (on) playBookingSound();
  };
  return { news: announcement, sound, setSoundOn, announce };
}
