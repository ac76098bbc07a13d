// Tones for who looks elsewhere. They say what the edge of the page shows, at the moment it changes.
"use strict";
{
  const TONES = { stop: [[440, 0], [330, 0.22]], look: [[660, 0]] };  // hertz, seconds from now
  const LASTS_S = 0.18, LOUD = 0.25;
  const asked = document.body.dataset.sounds === "all" ? ["stop", "look"] : ["stop"];
  const context = new AudioContext();

  const shown = () => {
    if (document.body.classList.contains("is-stale")) return "stop";
    return document.querySelector(".edge")?.className.split("edge--")[1] ?? "go";
  };

  function sound(signal) {
    for (const [hertz, after] of TONES[signal]) {
      const from = context.currentTime + after, tone = context.createOscillator(), level = context.createGain();
      tone.frequency.value = hertz;
      level.gain.setValueAtTime(LOUD, from);
      level.gain.exponentialRampToValueAtTime(0.001, from + LASTS_S);
      tone.connect(level).connect(context.destination);
      tone.start(from);
      tone.stop(from + LASTS_S);
    }
  }

  let before = shown();
  function changed() {
    const now = shown();
    if (now !== before && asked.includes(now)) sound(now);
    before = now;
  }

  // A browser may want a touch first; that touch is answered, so that everybody knows it can be heard.
  async function unlock() {
    if (context.state === "running") return;
    await context.resume();
    sound("look");
  }
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, unlock, { once: true });

  const seen = new MutationObserver(changed);
  seen.observe(document.getElementById("page"), { childList: true });
  seen.observe(document.body, { attributes: true, attributeFilter: ["class"] });
}
