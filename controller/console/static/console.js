// Behaviour of every console: the newest view, the beat, touches, keys, menus. It decides nothing.
"use strict";
const body = document.body, page = document.getElementById("page");
const $ = (css, root = document) => [...root.querySelectorAll(css)];
// Words of this script in the page's language, by their English.
const WORDS = JSON.parse(body.dataset.words ?? "{}"), word = (text) => WORDS[text] ?? text;
let open = "", asked = "", heard = performance.now(), age = 0, linked = false, stale = false;

function fit() {
  if (!body.dataset.size) return;
  const small = body.dataset.size === "small";
  if (!small && innerWidth < 1000) return location.replace("?size=small");
  const [w, h] = small ? [800, 480] : [1280, 800];
  const zoom = Math.min(innerWidth / w, innerHeight / h);
  body.style.zoom = zoom;
  body.style.height = `${Math.max(h, innerHeight / zoom)}px`;
}

// Words are set smaller, then wrapped, until they stand inside their key and beside its cap.
const SIZES = [0, 1, 2, 3, 4, 5, 6];
function whole(key) {
  const box = key.getBoundingClientRect(), cap = $("kbd", key)[0]?.getBoundingClientRect();
  const range = document.createRange();
  return $("b, span", key).every((words) => {
    range.selectNodeContents(words);
    return [...range.getClientRects()].every((r) =>
      r.left >= box.left + 2 && r.right <= box.right - 2 && r.top >= box.top && r.bottom <= box.bottom
      && !(cap?.width && r.right > cap.left && r.top + 1 < cap.bottom && r.bottom > cap.top));
  });
}

// A line is set smaller, at last in two rows, until it stands beside what is at its right.
const LONG = [0, 1, 2, 3];
function sized() {
  for (const line of $(".step__line[data-long]")) if (line.offsetParent) LONG.some((n) => { line.dataset.long = n; return line.scrollWidth <= line.clientWidth; });
  for (const said of $(".missed span")) [0, 1].some((n) => { said.parentNode.dataset.fit = n; return said.scrollHeight <= said.clientHeight + 1; });
  for (const key of $("nav.acts .act")) if (key.offsetParent) SIZES.some((n) => { key.dataset.fit = n; return whole(key); });
}

// A menu is another band and other places, rendered with the page; "why NAME" is a clause over NAME.
function show(name) {
  open = name;
  if (!name) { delete chosen.rank; delete chosen.suit; }  // half a card is none, and the next card another
  const menu = name.replace(/^why ?/, "");
  const base = menu.split(":")[0];
  const known = $("[data-menu]").some((el) => el.dataset.menu === base);
  for (const el of $("[data-menu]")) {
    const m = el.dataset.menu;
    el.hidden = m.startsWith("why") ? m !== name : m !== (known ? base : "");
  }
  for (const el of $("[data-narrow]")) el.classList.toggle("is-open", el.dataset.narrow === name);
  for (const el of $("[data-tab]")) el.hidden = el.dataset.tab !== menu;
  for (const el of $("[data-lights]")) el.classList.toggle("is-active", el.dataset.lights === base);
  for (const el of $("[data-opens]")) el.setAttribute("aria-expanded", el.dataset.opens === name);
  sized();
  body.classList.toggle("is-asking", $(".step:not([hidden])[data-asks='1']").length > 0);
}

// A box with more amounts than fit turns to its next page, and stays there through a redraw.
const turned = {};
function turn(key, to = (turned[key.dataset.turns] ?? 1) % key.dataset.of + 1) {
  turned[key.dataset.turns] = to = to > key.dataset.of ? 1 : to;
  for (const el of $("[data-page]", key.parentNode)) el.hidden = el.dataset.page !== `${key.dataset.turns}/${to}`;
  key.textContent = `${to}/${key.dataset.of}`;
}

const itself = (el) => el && `${el.dataset.token} ${el.dataset.body}`;
const seal = () => $("nav[data-menu]").find((nav) => nav.dataset.menu === open.split(":")[0])?.dataset.seal;

// One of several is picked for the key that sends it; it stays picked through a redraw.
const chosen = {}, SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
function choose(name, value) {
  chosen[name] = value;
  for (const el of $(`[data-choice="${name}"]`)) el.setAttribute("aria-pressed", el.dataset.value === value);
  const label = $(`[data-choice="${name}"][aria-pressed=true]`)[0]?.dataset.label;
  if (label) for (const el of $(`[data-says="${name}"]`)) el.textContent = `${el.dataset.before}: ${label}`;
  const rank = chosen.rank === "T" ? "10" : chosen.rank ?? "";
  for (const el of $("[data-face]")) el.textContent = `${el.dataset.before} ${rank}${SUITS[chosen.suit] ?? ""}`.trim();
}

// Parts of a page: the one that the address names after #, else the first.
function part() {
  const panes = $("[data-pane]"), wanted = location.hash.slice(1);
  if (!panes.length) return;
  const here = panes.some((el) => el.dataset.pane === wanted) ? wanted : "now";
  for (const el of panes) el.hidden = el.dataset.pane !== here;
  for (const el of $("[data-tab-of]")) el.dataset.tabOf === here ? el.setAttribute("aria-current", "page") : el.removeAttribute("aria-current");
}

// Kinds of lines that are switched off stay off.
const off = new Set();
function kinds() {
  for (const el of $("[data-switch]")) el.setAttribute("aria-pressed", !off.has(el.dataset.switch));
  for (const el of $("[data-kind]")) el.hidden = off.has(el.dataset.kind);
}

function draw(html) {
  const before = open && !open.startsWith("why") ? seal() : undefined;
  const typed = $("textarea, input").filter((el) => el.value !== el.defaultValue || el === document.activeElement).map((el) => [el.id, el.value, el === document.activeElement, el.selectionStart, el.selectionEnd]);
  const picked = $("[data-rank][aria-pressed=true]").map((el) => [itself($("[data-pick]", el.closest(".picks"))[0]), el.dataset.rank]);
  const seq = () => $("[data-seq]")[0]?.dataset.seq, shown = seq(), said = $(".answer")[0];
  page.innerHTML = html;
  for (const key of $("[data-turns]")) if (turned[key.dataset.turns]) turn(key, turned[key.dataset.turns]);
  if (said && !said.hidden && shown === seq()) $(".answer")[0]?.replaceWith(said);
  for (const [id, value] of typed) {
    const el = id && document.getElementById(id);
    if (el) el.value = value;
  }
  for (const [token, rank] of picked) {  // a rank picked for this same card
    const suit = $("[data-pick]").find((el) => itself(el) === token);
    if (suit) ranked($(`[data-rank="${rank}"]`, suit.closest(".picks"))[0]);
  }
  for (const [name, value] of Object.entries(chosen)) choose(name, value);
  const kept = open && ($(`[data-keep="${CSS.escape(open)}"]`).length || (before !== undefined && seal() === before));
  if (stays) for (const el of $("[data-back], [data-stays]")) el.hidden = true;
  part();
  kinds();
  follow();
  show(kept ? open : "");
  const wanted = $("[data-open-menu]")[0]?.dataset.openMenu ?? "";  // a key of the keypad opened it
  if (wanted !== asked) { asked = wanted; show(wanted); }
  mark();
  write(typed.find(([, , focused]) => focused));
}

// Who is writing writes on where the cursor stood: a field takes it only once it is shown.
function write([id, , , from, to] = []) {
  const el = id && document.getElementById(id);
  if (!el) return;
  el.focus({ preventScroll: true });
  el.setSelectionRange(from, to);
}

// What is written stays on the page until a key sends it: only the keys are off.
function mark() {
  body.classList.toggle("is-stale", stale);
  for (const el of $("button", page)) el.disabled = stale;
}

// A page that says what was done goes back by itself, unless somebody wants to read on.
let back = 0, stays = false;
function goBack() {
  const el = $("[data-back]")[0];
  if (!el || stays) return;
  back ||= performance.now() + el.dataset.back * 1000;
  const left = Math.max(0, back - performance.now()) / 1000;
  $("progress", el)[0].value = el.dataset.back - left;
  $("b", el)[0].textContent = Math.ceil(left);
  if (!left) location.assign("/floor");
}

function watch() {
  goBack();
  const silent = (performance.now() - heard) / 1000, old = Math.max(silent, age);
  const now = !linked || old >= 3;
  if (now !== stale) { stale = now; mark(); }
  if (stale) for (const el of $("[data-age]")) el.textContent = Math.floor(old);
}

// Pages that are light by day change by themselves.
function daylight(now) {
  const html = document.documentElement, [begins, ends] = (html.dataset.light ?? "").split("-");
  if (ends) html.dataset.theme = (begins <= ends ? begins <= now && now < ends : now >= begins || now < ends) ? "light" : "dark";
}

// The list follows the step.
function follow() {
  const el = $("[data-here]")[0], list = el?.parentNode;
  if (el) list.scrollTop = el.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function beat(at) {
  heard = performance.now(); age = at.age; linked = true;
  for (const el of $("[data-clock]")) el.textContent = at.clock;
  daylight(at.clock.slice(0, 5));
  for (const el of $("[data-since]")) {
    const s = Math.max(0, Math.floor((at.now - el.dataset.since) / 1000));
    const [n, unit] = s < 60 ? [s, "second"] : [Math.floor(s / 60), "minute"];
    el.textContent = el.dataset.form === "clock" ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}` : word(`{n} ${unit}${n === 1 ? "" : "s"} ago`).replace("{n}", n);
  }
  watch();
}

function answer(text, clause) {
  const el = $(".answer")[0];
  if (!el) return;
  el.textContent = clause && clause !== "house rule" ? `${text} ${clause}` : text;
  el.hidden = !text;
}

async function tap(el) {
  const fill = {};
  const form = el.dataset.of ? page.querySelector(el.dataset.of) : el.closest("[data-menu], [data-form]");
  for (const pick of form?.querySelectorAll("[data-choice][aria-pressed=true]") ?? []) fill[pick.dataset.choice] = pick.dataset.value;
  if (el.dataset.wants && !fill[el.dataset.wants]) return answer(`First the ${el.dataset.wants}.`, "");
  for (const field of form?.querySelectorAll("textarea, input[data-fill]") ?? []) {
    const name = field.dataset.fill ?? "reason", value = field.value.trim();
    if (el.dataset.reason && !value && field.dataset.free === undefined) { field.focus(); return answer(`Write the ${name} first.`, ""); }
    if (value || field.defaultValue) fill[name] = value;
  }
  if (el.dataset.face !== undefined) {
    if (!fill.rank || !fill.suit) return answer("First the rank and the suit.", "");
    fill.face = fill.rank + fill.suit; delete fill.rank; delete fill.suit;
  }
  if (el.dataset.pick) {
    const rank = el.closest(".picks").querySelector("[data-rank][aria-pressed=true]");
    if (!rank) return answer(word("First the rank, then the suit."), "");
    fill.face = rank.dataset.rank + el.dataset.pick;
  }
  el.rid ??= [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, "0")).join("");
  el.classList.add("is-sent");
  try {
    const reply = await fetch(body.dataset.tap, { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ rid: el.rid, token: el.dataset.token, body: el.dataset.body, fill }) });
    if (reply.status === 401) return location.reload();
    const verdict = await reply.json();
    if (verdict.go) return location.assign(verdict.go);
    if (verdict.verdict === "accepted" && el.dataset.then) return location.assign(el.dataset.then);
    if (verdict.verdict === "accepted" || verdict.verdict === "dropped") { for (const name in chosen) delete chosen[name]; answer("", ""); if (open && el.closest("nav, footer, [data-keep]")) show(""); }
    else { answer(verdict.text || word("Refused."), verdict.clause || ""); el.rid = undefined; }
  } catch { answer(word("Not sent: no link."), ""); }
  el.classList.remove("is-sent");
}

// Half a card: its rank is lit, and said where there is room.
function ranked(key) {
  if (!key) return;
  const pad = key.closest(".picks"), said = $(".keyed__say", pad)[0];
  for (const one of $("[data-rank]", pad)) one.setAttribute("aria-pressed", one === key);
  if (said) { said.firstChild.textContent = `${key.textContent} ${said.dataset.of}`; said.lastChild.textContent = word("now the suit"); }
}

// The payout calculator: cards are keyed, rank then suit, into the field that was touched last.
let cards = $("[data-cards]")[0];
document.addEventListener("focusin", ({ target }) => { if (target.matches("[data-cards]")) cards = target; });
function keyed(key) {
  const said = cards.value.trim();
  cards.value = !key ? said.split(/ +/).slice(0, -1).join(" ") : "shdc".includes(key) ? said + key : `${said} ${key}`.trim();
  cards.focus();
}

document.addEventListener("click", (event) => {
  const el = event.target.closest("button");
  if (el?.dataset.card !== undefined) return keyed(el.dataset.card);
  if (!el || stale || !page.contains(el)) return;
  if (el.dataset.rank) ranked(el);
  else if (el.dataset.choice) choose(el.dataset.choice, el.dataset.value);
  else if (el.dataset.stays !== undefined) { stays = true; for (const one of $("[data-back], [data-stays]")) one.hidden = true; }
  else if (el.dataset.switch) { off.delete(el.dataset.switch) || off.add(el.dataset.switch); kinds(); }
  else if (el.dataset.turns) turn(el);
  else if (el.dataset.opens !== undefined) { answer("", ""); show(el.dataset.opens === open ? "" : el.dataset.opens); }
  else if (el.dataset.print !== undefined) print();
  else if (el.dataset.body) tap(el);
  else if (el.dataset.why) answer(el.dataset.why, el.dataset.clause);
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key === "," ? "." : event.key;
  const found = $(`[data-key="${CSS.escape(key)}"]`, page).filter((el) => el.offsetParent !== null);
  if (!found.length) return;
  event.preventDefault();
  if (!event.repeat && !stale) (found.find((el) => el.closest("nav") && !el.dataset.why) ?? found[0]).click();
});

function listen() {
  const source = new EventSource(body.dataset.events);
  source.addEventListener("view", (event) => draw(event.data));
  source.addEventListener("beat", (event) => beat(JSON.parse(event.data)));
  source.addEventListener("panel", (event) => { const el = document.getElementById("panel"); if (el) { el.innerHTML = event.data; part(); } });
  source.onerror = () => {
    if (source.readyState === 2) setTimeout(() => (body.dataset.size ? listen() : location.reload()), 1000);
  };
}

fit();
addEventListener("resize", fit);
addEventListener("hashchange", () => { part(); show(""); scrollTo(0, 0); });
part();
follow();
show("");
linked = true;
setInterval(watch, 250);
listen();
