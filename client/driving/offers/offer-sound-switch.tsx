import { Bell, BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { announceOffer, chooseSound, wake, wantsSound } from "./offer-sound";

/** Whether offers are heard: switched on by a tap, which lets the browser play, and off by another. */
export function OfferSoundSwitch() {
  const [on, setOn] = useState(false);
  useEffect(() => {
    if (!wantsSound()) return;
    setOn(true);
    window.addEventListener("pointerdown", wake, { once: true });
    return () => window.removeEventListener("pointerdown", wake);
  }, []);
  const Icon = on ? Bell : BellOff;
  return (
    <Button
      className="mb-6"
      icon={<Icon aria-hidden="true" size={20} />}
      onClick={() => {
        chooseSound(!on);
        setOn(!on);
        if (!on) announceOffer();
      }}
      variant="secondary"
      wide
    >
      {on ? "New offers sound and vibrate: switch off" : "Sound and vibrate for new offers"}
    </Button>
  );
}
