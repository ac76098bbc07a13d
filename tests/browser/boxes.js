// What is cut, covered or out of its box, of everything a box says.
(() => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const rect = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const inside = (a, b, by = 1) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const found = [];
  const parts = ".num, .cash__row > *, .box__top .mark, .box__top .more, .bet, .was, .tile__top b, .tile__top small, .fan, .tot, .minis";
  for (const box of document.querySelectorAll(".box, .tile")) {
    if (!seen(box)) continue;
    const frame = box.getBoundingClientRect(), name = box.getAttribute("aria-label");
    const its = [...box.querySelectorAll(parts)].filter((e) => seen(e) && e.textContent.trim() + e.children.length);
    const boxes = its.map((e) => [e, e.matches(".fan, .tot, .minis, .num, .res, .mark") ? e.getBoundingClientRect() : rect(e)]);
    for (const [e, r] of boxes) if (r.width + r.height > 0 && !inside(r, frame)) found.push(`${name}: ${e.className} "${e.textContent}" leaves its box`);
    for (const e of box.querySelectorAll(".mark, .res, .cash__word"))
      if (seen(e) && rect(e).right > frame.right) found.push(`${name}: "${e.textContent}" is cut`);
    for (let n = 0; n < boxes.length; n++) for (let m = n + 1; m < boxes.length; m++) {
      const [a, p] = boxes[n], [b, q] = boxes[m];
      if (!a.contains(b) && !b.contains(a) && cross(p, q)) found.push(`${name}: "${a.textContent}" ${a.className} on "${b.textContent}" ${b.className}`);
    }
    for (const other of document.querySelectorAll(".dealer .fan, .dealer__total, .slot__box, .now, .wheel, .wheelbox__t, .gauge, .pad, .box, .tile"))
      if (other !== box && seen(other) && cross(frame, other.getBoundingClientRect())) found.push(`${name} covers ${other.className}`);
  }
  for (const now of [...document.querySelectorAll(".now")].filter(seen))
    for (const other of document.querySelectorAll(".dealer .fan, .dealer__total"))
      if (seen(other) && cross(now.getBoundingClientRect(), other.getBoundingClientRect())) found.push(`now covers the dealer's ${other.className}`);
  const beside = ".wheel, .wheelbox__t, .dealer .fan, .dealer__total, .dealer__side, .gauge, .now";
  for (const wheel of [...document.querySelectorAll(".wheel, .wheelbox__t")].filter(seen))
    for (const other of document.querySelectorAll(beside))
      if (other !== wheel && seen(other) && cross(wheel.getBoundingClientRect(), rect(other))) found.push(`${wheel.classList} on ${other.className}`);
  for (const name of [...document.querySelectorAll(".dealer__name")].filter(seen))
    for (const line of name.childNodes)
      for (const other of document.querySelectorAll(".gauge, .dealer .card"))
        if (seen(other) && cross(rect(line), other.getBoundingClientRect())) found.push(`${name.textContent} under ${other.className}`);
  const live = document.querySelector(".live"), W = document.documentElement.clientWidth;
  for (const e of document.querySelectorAll(".strip > b, .strip span, .strip a, .strip b")) {
    const r = rect(e);
    if (seen(e) && (r.left < 0 || r.right > W + 0.5)) found.push(`strip: "${e.textContent}" leaves the page`);
  }
  const strip = [...document.querySelectorAll(".strip > b, .strip > .missed, .strip > button, .strip__more")].filter(seen);
  for (let n = 1; n < strip.length; n++) if (strip[n].getBoundingClientRect().left < strip[n - 1].getBoundingClientRect().right - 0.5) found.push(`strip: "${strip[n - 1].textContent}" under "${strip[n].textContent}"`);
  if (!live || !seen(live) || rect(live).right > W) found.push("LIVE is not seen");
  return found;
})()
