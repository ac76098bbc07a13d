// The sign is read from afar: everything is set smaller until it stands on the screen whole.
"use strict";
(() => {
  const page = document.getElementById("page"), root = document.body;
  const bottom = () => Math.min(...[...page.querySelectorAll(".last, .notice")].map((el) => el.getBoundingClientRect().top), innerHeight);
  const whole = () => {
    const main = page.querySelector("main"), header = page.querySelector("header");
    const wide = [main, header, ...page.querySelectorAll(".last, .notice")].every((el) => el && el.scrollWidth <= el.clientWidth + 1);
    const last = Math.max(...[...main.querySelectorAll("section > *")].map((el) => el.getBoundingClientRect().bottom));
    const below = header.getBoundingClientRect().bottom <= main.getBoundingClientRect().top + 1;
    return wide && below && last <= bottom() && document.documentElement.scrollWidth <= innerWidth;
  };
  const fit = () => {
    for (let part = 100; part >= 40; part -= 4) {
      root.style.setProperty("--fit", part / 100);
      if (whole()) return;
    }
  };
  new MutationObserver(fit).observe(page, { childList: true });
  addEventListener("resize", fit);
  fit();
})();
