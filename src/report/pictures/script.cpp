// What moves in pictures: zoom, texts under the pointer, and the keyboard. It draws nothing that is not there already
// but the numbers of a zoomed axis.
#include "report/pictures/pictures.hpp"

namespace tilewright::report {

const char* const kPictureScript = R"js(
(function () {
  "use strict";
  var width = 1000, deepest = 400;
  var tip = document.createElement("div");
  tip.className = "tw-tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.appendChild(tip);

  function show(text, x, y) {
    tip.textContent = text;
    tip.hidden = !text;
    if (!text) return;
    var right = Math.max(4, Math.min(x + 12, window.innerWidth - tip.offsetWidth - 8));
    tip.style.left = right + "px";
    tip.style.top = (y + 18 + tip.offsetHeight > window.innerHeight ? y - 12 - tip.offsetHeight : y + 18) + "px";
  }
  function hide() { tip.hidden = true; }
  window.addEventListener("scroll", hide, { passive: true });

  function us(value) { return value.toFixed(3) + " us"; }
  function ns(value) { return value >= 1 ? us(value) : (value * 1000).toFixed(0) + " ns"; }

  // Boxes of a plot, as its paths have them.
  function boxes(plot) {
    var all = [];
    plot.querySelectorAll("path[data-n]").forEach(function (path) {
      var words = path.dataset.n.split(" "), i = 0;
      var shape = /M([\d.]+) [\d.]+h([\d.]+)v/g, found;
      while ((found = shape.exec(path.getAttribute("d")))) {
        all.push({ x: +found[1], w: +found[2], word: words[i], kind: path.getAttribute("class"), path: path });
        i += 1;
      }
    });
    var above = { "tw-wait": 2, "tw-held": 2, "tw-box": 1 };
    return all.sort(function (a, b) { return a.x - b.x || (above[a.kind] || 0) - (above[b.kind] || 0); });
  }

  function Picture(figure) {
    var self = this;
    var store = figure.querySelector("script[type='application/json']");
    this.figure = figure;
    this.names = store ? JSON.parse(store.textContent) : [];
    this.kind = figure.dataset.kind;
    this.said = figure.querySelector(".tw-said");
    this.plots = [].slice.call(figure.querySelectorAll("svg.tw-plot"));
    this.box = figure.querySelector(".tw-zoom");
    this.scale = 1;
    this.view = { x: 0, w: width };
    var lanes = this.kind === "items" ? [] : [].slice.call(figure.querySelectorAll("svg.tw-plot, svg.tw-fixed"));
    this.stops = lanes.concat([].slice.call(figure.querySelectorAll("[data-t]")));
    this.marks = lanes.map(boxes);
    this.at = lanes.map(function () { return -1; });
    this.stops.forEach(function (stop, i) {
      stop.setAttribute("tabindex", i === 0 ? "0" : "-1");
      stop.addEventListener("keydown", function (event) { self.key(event, i); });
      stop.addEventListener("mousemove", function (event) { self.over(event, i); });
      stop.addEventListener("mouseleave", hide);
      stop.addEventListener("focus", function () { self.tell(i); });
      stop.addEventListener("blur", hide);
    });
    var tools = figure.querySelector(".tw-tools");
    if (tools) {
      tools.hidden = false;
      tools.addEventListener("click", function (event) {
        var what = event.target.dataset.do;
        if (what) self.zoom(what === "in" ? 0.5 : what === "out" ? 2 : Infinity);
      });
    }
    this.plots.forEach(function (plot) { self.drag(plot); });
    (this.box ? [this.box] : this.plots).forEach(function (part) {
      part.addEventListener("wheel", function (event) {
        if (!event.ctrlKey && !figure.contains(document.activeElement)) return;
        event.preventDefault();
        self.zoom(event.deltaY < 0 ? 0.8 : 1.25, self.box ? undefined : self.place(part, event.clientX));
      }, { passive: false });
    });
    if (window.ResizeObserver) new ResizeObserver(function () { self.fit(); }).observe(figure);
    this.fit();
  }

  Picture.prototype.place = function (plot, client) {
    var area = plot.getBoundingClientRect();
    var view = plot.classList.contains("tw-fixed") ? { x: 0, w: width } : this.view;
    return view.x + view.w * (client - area.left) / area.width;
  };

  // Smaller factor: closer. `around`: stays where it is.
  Picture.prototype.zoom = function (factor, around) {
    if (this.box) {
      this.scale = factor === Infinity ? 1 : Math.min(8, Math.max(1, this.scale / factor));
      this.box.style.width = this.scale === 1 ? "" : 100 * this.scale + "%";
      return;
    }
    var view = this.view, w = Math.min(width, Math.max(width / deepest, view.w * factor));
    if (around === undefined) around = view.x + view.w / 2;
    this.move(around - (around - view.x) * w / view.w, w);
  };
  Picture.prototype.move = function (x, w) {
    this.view = { x: w === width ? 0 : Math.min(width - w, Math.max(0, x)), w: w };
    this.fit();
  };

  // The view, the hatching (which would be stretched with it), the axis.
  Picture.prototype.fit = function () {
    var view = this.view, figure = this.figure;
    this.plots.forEach(function (plot) { plot.setAttribute("viewBox", view.x + " 0 " + view.w + " 16"); });
    var shown = this.plots[0] || figure.querySelector("svg.tw-bars");
    if (!shown || !shown.clientWidth) return;
    var units = this.plots[0] ? view.w : 100;
    figure.querySelectorAll("pattern.tw-hatch").forEach(function (pattern) {
      pattern.setAttribute("patternTransform", "scale(" + units / shown.clientWidth + " 1) rotate(45)");
    });
    var axis = figure.querySelector(".tw-axis");
    if (!axis) return;
    var begin = this.time(view.x), end = this.time(view.x + view.w);
    var raw = (end - begin) / Math.max(2, Math.floor(axis.clientWidth / 80));
    var power = Math.pow(10, Math.floor(Math.log10(raw)));
    var step = power * [1, 2, 5, 10].find(function (of) { return of * power >= raw; });
    axis.textContent = "";
    for (var i = Math.ceil(begin / step); i * step <= end; i += 1) {
      var label = document.createElement("span");
      label.style.left = 100 * (i * step - begin) / (end - begin) + "%";
      label.textContent = +(i * step).toPrecision(8);
      axis.appendChild(label);
    }
  };
  Picture.prototype.time = function (x) {
    return +this.figure.dataset.begin + (this.figure.dataset.end - this.figure.dataset.begin) * x / width;
  };

  Picture.prototype.text = function (mark) {
    if (this.kind === "map") return this.names[+mark.word];
    var begin = this.time(mark.x), lasts = this.time(mark.x + mark.w) - begin;
    var when = ": from " + us(begin) + ", for " + ns(lasts);
    if (mark.kind === "tw-level") return mark.word + " of " + mark.path.dataset.pages + " pages" + when;
    var parts = /^(\d+)(?:x(\d+)@(\d+))?$/.exec(mark.word), name = this.names[+parts[1]];
    var waits = mark.kind === "tw-wait";
    if (!parts[2]) return (waits ? "waits for " : "") + name + when;
    return parts[2] + (waits ? " waits, mostly for " : " calls, mostly ") + name + when + ", " + parts[3] + " % of it";
  };

  Picture.prototype.over = function (event, i) {
    var stop = this.stops[i];
    if (!this.marks[i]) {
      show(stop.dataset.t, event.clientX, event.clientY);
      return;
    }
    var x = this.place(stop, event.clientX), best = null;
    this.marks[i].forEach(function (mark) {
      if (mark.x <= x && x <= mark.x + mark.w && (!best || mark.kind !== "tw-call")) best = mark;
    });
    var lives = stop.querySelector("rect.tw-lives"), from = lives && +lives.getAttribute("x");
    var plain = lives && from <= x && x <= from + +lives.getAttribute("width") ? "plain code between calls" : "";
    show(best ? this.text(best) : plain, event.clientX, event.clientY);
  };

  Picture.prototype.tell = function (i) {
    var stop = this.stops[i], mark = this.marks[i] && this.marks[i][this.at[i]];
    this.said.textContent = mark ? this.text(mark) : stop.dataset.t || stop.getAttribute("aria-label");
  };

  Picture.prototype.select = function (i, to) {
    var marks = this.marks[i], stop = this.stops[i];
    if (!marks.length) return;
    this.at[i] = Math.min(marks.length - 1, Math.max(0, to));
    var mark = marks[this.at[i]], view = this.view;
    if (!stop.classList.contains("tw-fixed") && (mark.x < view.x || mark.x > view.x + view.w)) {
      this.move(mark.x - view.w / 4, view.w);
    }
    this.figure.querySelectorAll(".tw-cursor").forEach(function (old) { old.remove(); });
    var cursor = document.createElementNS(stop.namespaceURI, "rect");
    cursor.setAttribute("class", "tw-cursor");
    [["x", mark.x], ["y", 0.5], ["width", mark.w], ["height", 15]].forEach(function (pair) {
      cursor.setAttribute(pair[0], pair[1]);
    });
    stop.appendChild(cursor);
    this.tell(i);
  };

  Picture.prototype.key = function (event, i) {
    var marks = this.marks[i], mark = marks && marks[this.at[i]];
    var around = mark && mark.x + mark.w / 2, next = null;
    var columns = +this.figure.dataset.columns || 1;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    switch (event.key) {
      case "+": case "=": this.zoom(0.5, around); break;
      case "-": this.zoom(2, around); break;
      case "0": this.zoom(Infinity); break;
      case "ArrowRight": if (marks) this.select(i, this.at[i] + 1); else next = i + 1; break;
      case "ArrowLeft": if (marks) this.select(i, this.at[i] - 1); else next = i - 1; break;
      case "ArrowDown": next = i + (marks ? 1 : columns); break;
      case "ArrowUp": next = i - (marks ? 1 : columns); break;
      case "Home": if (marks) this.select(i, 0); else next = 0; break;
      case "End": if (marks) this.select(i, marks.length - 1); else next = this.stops.length - 1; break;
      default: return;
    }
    event.preventDefault();
    if (next === null || !this.stops[next]) return;
    this.stops[i].setAttribute("tabindex", "-1");
    this.stops[next].setAttribute("tabindex", "0");
    this.stops[next].focus();
  };

  Picture.prototype.drag = function (plot) {
    var self = this, from = null;
    plot.addEventListener("pointerdown", function (event) {
      if (event.button !== 0) return;
      from = { client: event.clientX, x: self.view.x };
      plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener("pointermove", function (event) {
      if (!from || self.view.w === width) return;
      self.move(from.x - (event.clientX - from.client) * self.view.w / plot.clientWidth, self.view.w);
    });
    ["pointerup", "pointercancel"].forEach(function (kind) {
      plot.addEventListener(kind, function () { from = null; });
    });
  };

  document.querySelectorAll("figure.tw-picture").forEach(function (figure) { new Picture(figure); });
})();
)js";

}  // namespace tilewright::report
