(() => {
  const all = () => [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return [m[0], m[1], m[2], m[3] ?? 1]; };
  const lum = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const ratio = (a, b) => { const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const behind = (e) => {
    for (let n = e; n; n = n.parentElement) {
      const c = parse(getComputedStyle(n).backgroundColor);
      if (c[3] > 0.98) return c;
    }
    return [255, 255, 255];
  };
  const texts = () => all().filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
  const name = (e) => `${e.tagName.toLowerCase()}.${e.className || ""} "${(e.textContent || "").trim().slice(0, 30)}"`;
  const hidden = (e) => { const r = e.getBoundingClientRect(); return r.width <= 2 || r.height <= 2; };
  return {
    faint: () => texts().filter((e) => !hidden(e) && !e.disabled).map((e) => [e, ratio(parse(getComputedStyle(e).color), behind(e))])
      .filter(([, r]) => r < 7).map(([e, r]) => `${name(e)} ${r.toFixed(2)}`),
    outside: () => {
      const W = document.documentElement.clientWidth, found = [];
      for (const e of texts()) {
        if (hidden(e)) continue;
        const range = document.createRange(); range.selectNodeContents(e);
        const r = range.getBoundingClientRect();
        const clip = getComputedStyle(e);
        if ((r.left < -0.5 || r.right > W + 0.5) && clip.overflow === "visible" && !(W < 760 && e.closest(".panel"))) found.push(`${name(e)} leaves the page`);
        const holder = e.closest(".act, .step__target, .step__side, .amount, .btn, .rule, .chip, .tab, .notify, .answer, .mark, .res, .tag, .panel, .strip, .flow li, .step--tiny, .signtiny, .why, .bx, .devs li, .seat, .duty, .where .spot, .tabs a, .stackrow > div");
        if (!holder) continue;
        const h = holder.getBoundingClientRect();
        if ((r.right > h.right + 1.5 || r.left < h.left - 1.5 || r.bottom > h.bottom + 4 || r.top < h.top - 4) && clip.overflow === "visible") found.push(`${name(e)} leaves ${holder.className}`);
      }
      for (const line of document.querySelectorAll(".step__line")) {
        if (!line.checkVisibility()) continue;
        const r = document.createRange(); r.selectNodeContents(line);
        const right = r.getBoundingClientRect().right;
        for (const other of line.closest(".step").querySelectorAll(".amount, .step__side, .small .clause, .small .undo"))
          if (other.checkVisibility() && right > other.getBoundingClientRect().left + 1) found.push(`${name(line)} runs under ${other.className}`);
      }
      return found;
    },
    animated: () => all().filter((e) => { const s = getComputedStyle(e); return s.animationName !== "none" || s.transitionDuration !== "0s"; }).map(name),
    places: () => [...document.querySelectorAll(".strip, .step:not(.step--stale), main, .box, .gauge__bar, nav:not([hidden]) > .act")].filter((e) => e.checkVisibility())
      .map((e) => { const r = e.getBoundingClientRect(); return `${r.left.toFixed(0)},${r.top.toFixed(0)},${r.width.toFixed(0)}`; }),
    narrow: () => [...document.querySelectorAll("button")].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()])
      .filter(([e, r]) => r.width < 63.5 || r.height + (e.matches(".clause, .undo") ? 24 : 0) < 63.5).map(([e]) => name(e)),
  };
})()
