// Each key of a page of the floor, on every tab and in every confirmation that can be opened: brought into sight,
// then what covers its middle (beside a confirmation that is open it may be), what is cut; bodies of live keys, reasons of grey ones.
(() => {
  const seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const say = (e) => (e.textContent || e.getAttribute("aria-label") || "").trim().replace(/\s+/g, " ").slice(0, 60);
  const keys = () => [...document.querySelectorAll("#page button")].filter((e) => seen(e) && !e.disabled && (e.dataset.body || e.dataset.opens !== undefined || e.dataset.why || e.dataset.choice));
  const covered = (e) => {
    e.scrollIntoView({ block: "center", inline: "center" });
    const r = e.getBoundingClientRect(), x = (r.left + r.right) / 2, y = (r.top + r.bottom) / 2;
    if (r.width < 24 || r.height < 24) return "too small";
    if (r.left < -1 || r.right > innerWidth + 1) return "off the page";
    const hit = document.elementFromPoint(x, y);
    return hit && (hit === e || e.contains(hit)) ? "" : `covered by ${hit?.tagName}.${hit?.className} "${hit ? say(hit) : ""}"`;
  };
  const cut = (e) => {
    const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), box = e.getBoundingClientRect();
    for (let n = walk.nextNode(); n; n = walk.nextNode()) {
      if (!n.textContent.trim() || !seen(n.parentElement)) continue;
      const range = document.createRange(); range.selectNodeContents(n);
      const r = range.getBoundingClientRect();
      if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 3 || r.bottom > box.bottom + 3) return `"${n.textContent.trim()}" leaves its key`;
    }
    return "";
  };
  const faults = new Map(), pressed = {}, greyed = [], at = new Map();
  const tabs = [...document.querySelectorAll("[data-tab-of]")].map((e) => e.dataset.tabOf).filter((name) => document.querySelector(`[data-pane="${name}"]`));
  const turn = (name) => { history.replaceState(null, "", name ? `#${name}` : location.pathname); part(); };
  for (const tab of tabs.length ? tabs : [""]) { turn(tab); const layers = [""], done = new Set([""]); while (layers.length) {
    const name = layers.shift();
    show(name);
    for (const e of keys()) {
      const no = covered(e) || cut(e);
      if (!no || !faults.has(e)) faults.set(e, no && `${say(e)}: ${no}`);
      if (e.dataset.why) greyed.push(e.dataset.why);
      if (e.dataset.body) {
        const what = `${e.dataset.token} ${e.dataset.body}`, who = e;
        if (!at.has(what)) { at.set(what, who); pressed[what] = 0; }
        if (!pressed[what] || at.get(what) !== who) pressed[what] += 1;
      }
      const to = e.dataset.opens;
      if (to !== undefined && !to.startsWith("why") && !done.has(to)) { done.add(to); layers.push(to); }
    }
  } }
  turn("");
  show("");
  return { wrong: [...new Set(faults.values())].filter(Boolean), pressed, greyed };
})()
