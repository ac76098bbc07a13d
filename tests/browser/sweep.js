// Each key of the page, in every menu that can be opened: where it lies, what covers it, what is cut.
(() => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const say = (e) => (e.textContent || e.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 40);
  const keys = () => [...document.querySelectorAll("#page button")].filter((e) => seen(e) && !e.disabled && (e.dataset.body || (e.dataset.opens !== undefined && !e.dataset.opens.startsWith("why")) || e.dataset.pick || e.dataset.rank));
  const covered = (e) => {
    const r = e.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
    if (r.width < 24 || r.height < 24) return "too small";
    if (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) return "off the page";
    const hit = document.elementFromPoint(x, y);
    return hit && (hit === e || e.contains(hit)) ? "" : `covered by ${hit?.tagName}.${hit?.className} "${hit ? say(hit) : ""}"`;
  };
  const cut = (e) => {
    const box = e.getBoundingClientRect();
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      if (!n.textContent.trim() || !seen(n.parentElement)) continue;
      const range = document.createRange(); range.selectNodeContents(n);
      const r = range.getBoundingClientRect();
      if (r.height < 6 || r.width < 2) return `"${n.textContent.trim()}" has no height`;
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 3 || r.bottom > box.bottom + 3) return `"${n.textContent.trim()}" leaves its key`;
      for (let p = n.parentElement; p && p !== e.parentElement; p = p.parentElement) {
        if (getComputedStyle(p).overflow === "visible" && getComputedStyle(p).overflowX === "visible") continue;
        const h = p.getBoundingClientRect();
        if (r.right > h.right + 1 || r.bottom > h.bottom + 3 || r.top < h.top - 3) return `"${n.textContent.trim()}" is cut`;
      }
    }
    const kbd = e.querySelector("kbd")?.getBoundingClientRect();
    const words = kbd && kbd.width ? [...e.querySelectorAll("b, span")] : [];
    for (const w of words) {
      const range = document.createRange(); range.selectNodeContents(w);
      for (const r of range.getClientRects())
        if (r.right > kbd.left + 1 && r.left < kbd.right && r.bottom > kbd.top + 4 && r.top < kbd.bottom - 4) return `"${say(w)}" lies under its key cap`;
    }
    return "";
  };
  const wrong = [], layers = [""], done = new Set([""]), pressed = [];
  while (layers.length) {
    const name = layers.shift();
    show(name);
    for (const e of keys()) {
      const no = covered(e) || cut(e);
      if (no) wrong.push(`${name || "page"}: ${say(e)}: ${no}`);
      if (e.dataset.body) pressed.push([e.dataset.token, e.dataset.body]);
      const to = e.dataset.opens;
      if (to !== undefined && !done.has(to)) { done.add(to); layers.push(to); }
    }
  }
  show("");
  return { wrong, pressed };
})()
