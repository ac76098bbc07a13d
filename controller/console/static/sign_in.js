// Letters narrow the names, digits fill the field that was touched last. Without it the form is a form.
"use strict";
const all = (css) => [...document.querySelectorAll(css)];
const named = document.getElementById("name"), names = all("[data-name]");
let field = document.activeElement?.type === "password" ? document.activeElement : all("input[type=password]")[0];
const SHOWN = 4;

for (const el of all(".abc, .pinpad, .matches")) el.hidden = false;
const folded = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
const fits = (name, typed) => folded(name).startsWith(typed) || folded(name).split(/[\s.,-]+/).some((word) => word && word.startsWith(typed));

function narrow() {
  if (!named) return;
  const typed = folded(named.value.trim());
  const left = names.filter((el) => typed && fits(el.dataset.name, typed));
  for (const el of names) {
    el.parentNode.hidden = left.indexOf(el) < 0 || left.indexOf(el) >= SHOWN;
    el.setAttribute("aria-pressed", folded(el.dataset.name) === typed);
  }
  for (const el of all("[data-letter]")) el.classList.toggle("is-none", !names.some((n) => fits(n.dataset.name, typed + el.dataset.letter.toLowerCase())));
}

// What the new PIN keeps of its rules so far; the server judges.
function ticked() {
  const of = (id) => document.getElementById(id)?.value ?? "";
  const old = of("old"), pin = of("pin"), again = of("again");
  const licence = (all("[data-licence]")[0]?.dataset.licence ?? "").replace(/\D/g, "");
  const hops = new Set([...pin].slice(1).map((digit, n) => digit - pin[n]));
  const guessed = new Set(pin).size < 2 || (hops.size === 1 && (hops.has(1) || hops.has(-1))) || pin === licence;
  const kept = { length: /^\d{4,12}$/.test(pin), other: pin && old && pin !== old, mixed: !guessed, twice: pin && pin === again };
  for (const el of all("[data-tick]")) el.classList.toggle("ok", Boolean(kept[el.dataset.tick]));
}

// A new PIN is asked for one field after the other, each with the whole pad.
const steps = all("[data-step]");
let step = 0;
const input = (n) => steps[n].querySelector("input");
const answer = (text) => { all("[data-steps]")[0].textContent = text; };
function toStep(n) {
  step = n;
  steps.forEach((el, at) => { el.hidden = at !== n; });
  all(".btn--go")[0].textContent = steps[n].dataset.step;
  answer(`Step ${n + 1} of ${steps.length}`);
  field = input(n);
  field.focus();
}
// What this step still lacks; empty = go on.
function lacks() {
  if (!input(step).value) return "Type it first.";
  const of = [[], ["length", "other", "mixed"], ["twice"]][step];
  const open = all("[data-tick]").find((el) => of.includes(el.dataset.tick) && !el.classList.contains("ok"));
  return open ? `Not yet: ${open.textContent}.` : "";
}
function stepped(event) {
  const why = lacks();
  if (!why && step === steps.length - 1) return;
  event.preventDefault();
  if (!why) return toStep(step + 1);
  if (step < 2 || !input(2).value) return answer(why);
  input(1).value = input(2).value = "";
  ticked();
  toStep(1);
  answer("The two were not the same. Choose it anew.");
}
if (steps.length) {
  const form = document.querySelector("form");
  form.noValidate = true;
  all(".si__r")[0].classList.remove("si__r--three");
  all("[data-steps]")[0].hidden = false;
  form.addEventListener("submit", stepped);
  toStep(0);
}

// A lock counts down by itself and says when it has opened.
function locked(left, until) {
  const s = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  left.textContent = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  if (s) return setTimeout(locked, 250, left, until);
  for (const el of all("[data-again]")) el.hidden = false;
  for (const el of all("[data-locked]")) el.hidden = true;
}
for (const left of all("[data-left]")) locked(left, performance.now() + 1000 * left.dataset.left);

function choose(name) {
  named.value = name;
  narrow();
  document.body.classList.add("is-chosen");
  field.focus();
}

document.addEventListener("focusin", (event) => {
  if (event.target === named) document.body.classList.remove("is-chosen");
  if (event.target.type === "password") field = event.target;
});
document.addEventListener("input", () => { narrow(); ticked(); });
document.addEventListener("click", (event) => {
  const el = event.target.closest("button");
  if (!el) return;
  const { letter, digit, rub, name } = el.dataset;
  if (letter) { named.value += named.value ? letter.toLowerCase() : letter; narrow(); }
  else if (name) choose(name);
  else if (digit) { field.value += digit; ticked(); }
  else if (rub === "name") { named.value = named.value.slice(0, -1); narrow(); }
  else if (rub) { field.value = rub === "all" ? "" : field.value.slice(0, -1); ticked(); }
});
// Letters that one name begins with are that name.
document.querySelector("form")?.addEventListener("submit", () => {
  const left = names.filter((el) => named && fits(el.dataset.name, folded(named.value.trim())));
  if (left.length === 1) named.value = left[0].dataset.name;
});
narrow();
