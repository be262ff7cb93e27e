// How pictures look: on a screen of any width, light or dark, and on paper. Colours are those of the page (page.cpp).
#include "report/pictures/pictures.hpp"

namespace tilewright::report {

const char* const kPictureStyle = R"(
.tw-picture { margin: 1rem 0; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .4rem; }
.tw-picture figcaption { font-size: .88rem; color: var(--soft); margin-bottom: .4rem; }
.tw-picture figcaption b { color: var(--ink); }
.tw-tools { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; margin-bottom: .4rem; font-size: .8rem;
  color: var(--soft); }
.tw-tools[hidden] { display: none; }
.tw-tools button { font: inherit; min-width: 2rem; padding: .15rem .5rem; color: var(--ink); background: var(--panel);
  border: 1px solid var(--soft); border-radius: .3rem; cursor: pointer; }
.tw-lane { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); gap: 0 .6rem; align-items: center;
  margin: 3px 0; }
.tw-label { font-size: .8rem; line-height: 1.25; overflow-wrap: anywhere; }
.tw-label small { color: var(--soft); display: block; }
svg.tw-plot, svg.tw-fixed { display: block; width: 100%; height: 22px; background: var(--panel); overflow: hidden;
  shape-rendering: crispEdges; touch-action: pan-y; }
.tw-call, .tw-held { fill: var(--bar); } .tw-level { fill: var(--level); } .tw-lives { fill: var(--pale); }
.tw-box { fill: var(--pale); } .tw-back { fill: var(--panel); }
.tw-hatch-line { stroke: var(--wait); stroke-width: 1.6; fill: none; }
.tw-edge { fill: none; stroke: var(--ink); vector-effect: non-scaling-stroke; }
.tw-cursor { fill: none; stroke: var(--ink); stroke-width: 2; vector-effect: non-scaling-stroke; pointer-events: none; }
.tw-axis { position: relative; height: 1.3rem; border-top: 1px solid var(--soft); font-size: .75rem;
  color: var(--soft); overflow: hidden; }
.tw-axis span { position: absolute; padding-left: 2px; border-left: 1px solid var(--soft); }
.tw-said { min-height: 1.4em; margin: .3rem 0 0; font-size: .82rem; }
.tw-tip { position: fixed; z-index: 9; max-width: min(26rem, 80vw); padding: .3rem .5rem; font-size: .8rem;
  color: var(--back); background: var(--ink); border-radius: .3rem; pointer-events: none; }
.tw-tip[hidden] { display: none; }
.tw-picture :focus-visible { outline: 2px solid var(--ink); outline-offset: 1px; }
.tw-scroll { overflow-x: auto; }
.tw-grid { display: grid; gap: 3px; max-width: none; }
.tw-core { border: 1px solid var(--line); padding: 1px 2px; font-size: .65rem; color: var(--soft); line-height: 1.2;
  overflow: hidden; }
.tw-unused { border-style: dotted; } .tw-slowest { border: 2px solid var(--ink); padding: 0 1px; color: var(--ink);
  font-weight: 700; }
svg.tw-bars { display: block; width: 100%; height: 34px; background: var(--panel); shape-rendering: crispEdges; }
svg.tw-defs { position: absolute; }
svg.tw-chart { display: block; width: 100%; max-width: 40rem; }
.tw-zoom[style*="width"] svg.tw-chart { max-width: none; }
svg.tw-chart text { font-size: 13px; }
.tw-grid-line { stroke: var(--line); fill: none; } .tw-roof { stroke: var(--ink); stroke-width: 2.5; fill: none; }
.tw-dashed { stroke-dasharray: 7 4; }
.tw-gap { stroke: var(--wait); stroke-width: 2; stroke-dasharray: 2 3; fill: none; }
.tw-point { fill: var(--back); stroke: var(--bar); stroke-width: 2.5; }
.tw-most { fill: var(--bar); stroke: var(--bar); stroke-width: 2.5; }
.tw-list { font-size: .82rem; margin: .4rem 0 0; padding-left: 1.2rem; columns: 26rem auto; }
.tw-legend { font-size: .82rem; color: var(--soft); } .tw-legend svg { width: 24px; height: 14px; vertical-align: -2px;
  margin-left: .6rem; border: 1px solid var(--line); }
@media (max-width: 40rem) {
  .tw-picture { padding: .5rem; } .tw-lane { grid-template-columns: minmax(0, 1fr); margin: 6px 0; }
  .tw-label small { display: inline; } .tw-grid { gap: 1px; } .tw-core { font-size: .6rem; padding: 0; }
  .tw-tools span { flex-basis: 100%; }
}
@media print {
  .tw-tools, .tw-tip, .tw-said { display: none !important; }
  .tw-picture { break-inside: avoid; } .tw-picture * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .tw-lane { grid-template-columns: 17rem minmax(0, 1fr); margin: 1px 0; }
  .tw-label small { display: inline; } svg.tw-plot, svg.tw-fixed { height: 14px; } svg.tw-bars { height: 24px; }
}
)";

}  // namespace tilewright::report
