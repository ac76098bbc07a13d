// What of the band is cut, leaves it or lies on something.
() => {
  const step = [...document.querySelectorAll(".step")].find((one) => one.offsetParent);
  const parts = [...step.querySelectorAll(".step__line, .hint, .undo, .clause, .amount")].filter((one) => one.textContent);
  const found = [], outer = step.getBoundingClientRect();
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  for (const [n, one] of parts.entries()) {
    const at = one.getBoundingClientRect(), name = one.className;
    if (at.right > outer.right + 1 || at.bottom > outer.bottom + 1 || at.top < outer.top - 1) found.push(`${name} leaves the band`);
    if (!one.matches('.undo, .clause') && (one.scrollWidth > one.clientWidth + 1 || (one.matches('.hint') && one.scrollHeight > one.clientHeight + 3))) found.push(`${name} is cut: ${one.textContent}`);
    for (const other of parts.slice(n + 1)) if (cross(at, other.getBoundingClientRect())) found.push(`${name} on ${other.className}`);
  }
  for (const text of step.querySelectorAll(".amount b, .amount small"))
    if (text.getBoundingClientRect().right > text.closest(".amount").getBoundingClientRect().right) found.push(`"${text.textContent}" is cut`);
  return found;
}
