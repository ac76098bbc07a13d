// The world as the server tells it, a few times a second; a touch is one act of the fingers.
"use strict";
const $ = (id) => document.getElementById(id);
const RANK = (c) => (c[0] === "T" ? "10" : c[0]);
const esc = (t) => String(t).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const money = (c) => "$" + (c / 100).toLocaleString("en-US");
const STACK = [
  ["fill", "Put all cards into the shuffler"], ["start", "Press its START"], ["take", "Take the shuffled cards"], ["by_hand", "Shuffle by hand"],
  ["cut", "Cut the stack"], ["cover", "Insert the cutting card"], ["load", "Load the shoe, close its gate"], ["run_out", "Run the rest through the shoe"],
  ["open", "Open the shoe"], ["close", "Close the shoe"], ["discards", "Discards into the device"], ["open_shuffler", "Open the shuffler"], ["new_decks", "New decks"],
];
let now = {}, drawn = "", open = "", answer = "", taught = 0;

const card = (c) => (c === "??" ? '<span class="mini mini--back" role="img" aria-label="face down"></span>'
  : `<span class="mini" data-suit="${esc(c[1])}" role="img" aria-label="${esc(c)}"><b>${esc(RANK(c))}</b><i class="pip"></i></span>`);
const fan = (cards) => `<span class="wb__cards" data-n="${Math.min(cards.length, 3)}" data-many="${cards.length}">${cards.map(card).join("")}</span>`;

function seat(s) {
  if (!s.name && !s.hands.length) return `<div class="wb w${s.no} is-free"><span class="wb__n">${s.no}</span><button class="wb__hit" data-do="sit" data-where="${s.no}" aria-label="seat a player at ${s.no}"></button><span class="wb__sit">seat a player</span></div>`;
  const places = s.hands.length ? s.hands : [[]], due = now.due ?? "";
  const hands = places.map((cards, n) => { const place = `box ${s.no}.${n + 1}`, act = cards.length && !now.hand.length ? "take" : "lay";
    return `<button class="wb__lay2${due === place && !now.auto ? " is-due" : ""}" data-do="${act}" data-where="${place}" ${cards.length ? "title" : "aria-label"}="${act} at ${place}">${fan(cards)}</button>`; }).join("");
  const more = [s.match ? `M ${money(s.match)}` : "", s.bonus ? "B" : ""].filter(Boolean).join(" ");
  return `<div class="wb w${s.no}${due.startsWith(`box ${s.no}.`) && !now.auto ? " is-lay" : ""}"><span class="wb__say${s.says ? "" : " is-mute"}">${esc(s.says)}</span>
    <button class="wb__who wb__name" data-opens="seat ${s.no}" aria-label="${esc(s.name)} …, player ${s.no}">${esc(s.name)} …</button><span class="wb__n">${s.no}</span><span class="wb__chips">${s.cents ? money(s.cents) : "—"}</span><span class="wb__more">${more}</span>
    ${s.spins ? `<button class="wb__spin" data-do="seat" data-where="${s.no}">SPIN</button>` : ""}<div class="wb__places" data-n="${places.length}">${hands}</div></div>`;
}

function text(id, said) { if ($(id).textContent !== said) $(id).textContent = said; }
function html(id, said) { if ($(id).dataset.is !== said) { $(id).dataset.is = said; $(id).innerHTML = said; } }

// A lesson marks no place: the trainee has to know where a card belongs.
function lesson(l, pack) {
  if (taught && taught !== l.began) $("product").src = $("product").src;
  taught = l.began;
  document.body.removeAttribute("data-free");
  text("no", `Lesson ${l.no} of ${l.of}`); text("pack", pack); text("score1", "seconds");
  html("dots", l.marks.map((m, n) => `<i class="${m}${n + 1 === l.no ? " h" : ""}"></i>`).join(""));
  text("what", l.title); text("round", `${l.seconds}`);
  html("presses", `${l.presses} <small>/ ${l.par_presses}</small>`); html("touches", `${l.touches} <small>/ ${l.par_touches}</small>`);
  const said = { passed: "PASSED", failed: "NOT PASSED", shown: "SHOWN" }[l.verdict];
  html("tip", said ? `<span class="nowdo nowdo--${l.verdict}" id="verdict">${said}</span>${esc(l.why || (l.verdict === "passed" ? "As its file demands." : "Watch, then try it again."))}` : esc(l.task));
  $("show").disabled = Boolean(said); $("next").disabled = l.last;
}

function free(s) {
  text("pack", s.pack); text("round", String(s.round)); text("auto", s.auto ? "Take the table" : "AUTO deals");
  $("auto").setAttribute("aria-pressed", s.auto);
  text("what", s.auto ? "The automatic dealer deals" : "Deal as you like");
  text("tip", s.auto ? "Take the table at any moment: you go on where it is."
    : s.hand.length ? (s.due ? `Lay the card: tap ${s.due === "burn" ? "Burn" : s.due.replace(".1", "").replace("dealer.", "the dealer’s ")}.` : "No card is due. Lay it anywhere, or put it back.")
    : s.due ? "Draw a card, then tap the place where it belongs." : `The product says: ${s.line}`);
}

function draw(s) {
  now = s;
  if (!s.seats) return text("said", "The table opens …");
  if (s.lesson) s.due = "";
  html("seats", s.seats.map(seat).join(""));
  html("dealer", s.dealer.map(card).join(""));
  html("hand", s.hand.length ? s.hand.map(card).join("") : "<b>nothing</b>");
  html("troubles", s.troubles.map((t) => `<button class="tr" data-do="trouble" data-where="${t.name}"><b>${esc(t.label)}</b><span>${esc(t.when)}</span></button>`).join("")
    + `<button class="tr${s.unplugged.length ? " is-armed" : ""}" data-opens="plugs"><b>Unplug…</b><span>${s.unplugged.length ? esc(s.unplugged.join(", ")) + " out" : "a device"}</span></button>`);
  if (s.lesson) lesson(s.lesson, s.pack); else free(s);
  for (const el of document.querySelectorAll(".own button")) el.classList.toggle("is-due", !s.auto && el.dataset.where === s.due);
  text("shoe", s.shoe.open ? "the shoe is open" : s.shoe.empty ? "the shoe is empty" : s.hand.length ? "lay the card first" : "card into your hand");
  text("reader", s.in_reader ? "take it out" : "slide in"); text("wheel", s.wheel ? `rests on ${s.wheel}` : "turns");
  text("shuffler", s.shown.shuffler ?? "and shoe");
  const lamp = { go: ["GO", "green, steady"], look: ["LOOK", "amber"], stop: ["STOP", "red"] }[s.signal];
  text("lamp", lamp[0]); text("lampsay", lamp[1]); $("lamp").className = `lampword lampword--${s.signal}`;
  text("sign", s.sign); text("phone", s.held ? "rings" : "quiet"); text("phonesay", s.held ? s.line : "nothing open");
  text("said", answer || s.notes.at(-1) || "Nothing has happened yet.");
  if (open) drawer();
}

function drawer() {
  const key = (d, w, label, more = "") => `<button class="btn" data-do="${d}" data-where="${w}"${more}>${label}</button>`;
  let title = "Shuffler, stack and shoe", keys = STACK.map(([d, label]) => key(d, "", label)).join("");
  if (open === "plugs") { title = "Pull a plug, or put it back"; keys = now.devices.map((d) => key("plug", d, `${d}: ${now.unplugged.includes(d) ? "plug in" : "unplug"}`)).join(""); }
  if (open.startsWith("seat ")) {
    const no = open.slice(5), s = now.seats[no - 1];
    title = `${s.name || "Nobody"}, box ${no}`;
    keys = [500, 2500, 10000].map((c) => key("stake", no, `+${money(c)}`, ` data-kind="main" data-cents="${c}"`)).join("") + key("stake", no, "no chips", ' data-kind="main" data-cents="0"')
      + key("stake", no, "match +$5", ' data-kind="match" data-cents="500"') + key("stake", no, "no match", ' data-kind="match" data-cents="0"') + key("stake", no, s.bonus ? "Bonus Spin off" : "Bonus Spin", ' data-kind="bonus"')
      + ["hit", "stand", "double", "split", "surrender", "insure"].map((w) => key("say", no, `says: ${w}`, ` data-kind="${w}"`)).join("") + key("say", no, "plays by the book") + key("split", no, "part the pair") + key("seat", no, "seat button") + key("leave", no, "leaves");
  }
  text("drawertitle", title); html("drawerkeys", keys);
}

async function act(el) {
  const body = { do: el.dataset.do, where: el.dataset.where ?? "", kind: el.dataset.kind ?? "", cents: Number(el.dataset.cents ?? 0) };
  const reply = await fetch("/hands/act", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const said = await reply.json();
  answer = said.cannot ? `It cannot be: ${said.cannot}.` : "";
  await look();
}

async function look() {
  const reply = await fetch("/hands/state");
  if (reply.ok) draw(await reply.json());
}

document.addEventListener("click", (event) => {
  const el = event.target.closest("button");
  if (!el) return;
  if (el.dataset.do) act(el).catch(() => text("said", "The table does not answer."));
  else if (el.dataset.opens) { open = el.dataset.opens; drawer(); $("drawer").showModal(); }
  else if (el.dataset.tab) {
    for (const one of document.querySelectorAll(".ptabs button")) one.classList.toggle("is-on", one === el);
    $("product").src = el.dataset.tab; $("full").href = el.dataset.tab.replace("?size=small", "");
  } else if (el.dataset.shut !== undefined) $("drawer").close();
});
$("drawer").addEventListener("close", () => { open = ""; });

async function follow() {
  try { await look(); } catch { text("said", "The table does not answer."); }
  setTimeout(follow, 250);
}
function fit() { document.body.style.zoom = Math.min(innerWidth / 1280, innerHeight / 800); }
fit(); addEventListener("resize", fit); follow();
