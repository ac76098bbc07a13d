"""How a printed report looks: ink on white A4; colour only repeats a word or a shape."""

from __future__ import annotations

STYLE = """
@page { size: A4; margin: 11mm 11.6mm 14mm;
  @bottom-right { content: "page " counter(page) " of " counter(pages); font: 11px Arial } }
* { box-sizing: border-box; margin: 0 }
body { font: 11.5px/1.3 "Liberation Sans", Arial, Helvetica, sans-serif; color: #0c1417;
  background: #fff; -webkit-print-color-adjust: exact; print-color-adjust: exact }
@media screen { body { width: 794px; padding: 30px 44px 44px; margin: 0 auto } }
h1 { font-size: 25px; line-height: 1.1; letter-spacing: -.01em; margin: 3px 0 5px }
h2 { font-size: 14px; line-height: 1.2; margin-bottom: 4px; break-after: avoid }
h2 small { font-size: 11px; font-weight: 400; color: #2b383e; margin-left: 5px }
section { margin-bottom: 11px }
.round + .round { break-before: page; border-top: 3px solid #0c1417; padding-top: 9px }
.kind { font-weight: 700; letter-spacing: .06em; text-transform: uppercase; color: #2b383e }
.dim, .cap, dt, th { color: #2b383e } .cap { font-size: 11px; line-height: 1.35; margin-top: 4px }
footer, p, td, dd, h1 { overflow-wrap: anywhere }
.head > *, .two > *, .facts dd, .who dd { min-width: 0 }
.head { display: grid; grid-template-columns: 1fr 336px; gap: 24px; padding-bottom: 8px;
  border-bottom: 3px solid #0c1417; margin-bottom: 10px; font-size: 12px }
.facts { font-size: 11.5px } .facts div { display: grid; grid-template-columns: 76px 1fr;
  padding: 1.5px 0; border-top: 1px solid #b3bfc3 }
.facts div:first-child { border-top: 0 } .facts dd { font-weight: 700 }
.rows { width: 100%; border-collapse: collapse; font-size: 11px; line-height: 1.25 }
.rows th { text-align: left; font-weight: 400; padding: 0 7px 3px 0; white-space: nowrap;
  border-bottom: 1.5px solid #0c1417 }
.rows td { padding: 1.6px 7px 1.6px 0; border-bottom: 1px solid #cfd7da; vertical-align: top }
.rows tr { break-inside: avoid } .rows :is(td, th):last-child { padding-right: 0 }
.rows .n { text-align: right; white-space: nowrap } .rows tfoot td { font-weight: 700 }
.clause { white-space: nowrap; color: #2b383e }
.steps .clause { color: inherit; white-space: normal; overflow-wrap: normal; width: 100px }
.steps th:nth-child(5) { width: 33% } .steps th:nth-child(8) { width: 27% }
.ink { display: inline-block; height: 14px; line-height: 12px; padding: 0 2.5px; margin: -1px 1px;
  font-size: 11px; font-weight: 700; border: 1px solid #8a8d8c; border-radius: 3px;
  white-space: nowrap; vertical-align: middle } .ink.red { color: #a80d1c }
.ink.back { width: 15px; background: repeating-linear-gradient(45deg, #2b4a63 0 2px,
  #a9c4d8 2px 3px) }
.check { border: 1.5px solid #5b6b72; border-radius: 6px; padding: 8px 11px; font-size: 11px;
  line-height: 1.35; break-inside: avoid; margin-bottom: 11px }
.end { display: grid; grid-template-columns: 1fr 262px; gap: 20px; align-items: start }
.end > * { min-width: 0 } .check p + p { margin-top: 4px }
.two { display: grid; grid-template-columns: 330px 1fr; gap: 24px }
.who div { display: grid; grid-template-columns: 110px 1fr; padding: 2px 0;
  border-bottom: 1px solid #cfd7da }
.means { columns: 2; column-gap: 24px; font-size: 10.7px; line-height: 1.3 }
.means div { break-inside: avoid; padding-bottom: 3px } .means dt { float: left; font-weight: 700;
  margin-right: 6px; color: #0c1417 }
.steps .t, .steps .by { white-space: nowrap } .flag td { background: #fbe9e7 }
.by { display: inline-block; padding: 0 5px; white-space: nowrap; overflow-wrap: normal;
  border-radius: 3px; font-size: 10.7px;
  line-height: 12px; border: 1px solid #5b6b72 }
.by-t { background: #d3e8f4; border-color: #004469 } .by-n { font-weight: 700 }
.by-a { border-style: dashed; background: #fff4d9; border-color: #5e3c00 }
.plan { display: block; width: 330px; font: 11px/1 "Liberation Sans", Arial, sans-serif }
.plan .f { fill: #f3f6f5; stroke: #5b6b72; stroke-width: 1.2 }
.plan .b rect { fill: #fff; stroke: #5b6b72; stroke-width: 1.2 }
.plan .o rect { fill: none; stroke: #b3bfc3; stroke-dasharray: 4 3 }
.plan .h rect { fill: #8c1b22 } .plan .h text { fill: #fff }
.plan .n, .plan .t, .plan .a { text-anchor: middle } .plan .t { font-size: 14px; font-weight: 700 }
.plan .t.s { font-size: 9.5px } .plan .c { fill: #2b383e } .plan .c.e { text-anchor: end }
.plan .k { fill: #fff; stroke: #0c1417 } .plan .x { fill: #2b4a63; stroke: #0c1417 }
.plan .a { font-size: 16px; font-weight: 700 } .plan .red { fill: #a80d1c }
code, .mono { font: 11px/1.4 "Liberation Mono", "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere }
"""
