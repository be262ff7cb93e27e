"""Reports in a browser: Debian's chromium, headless, opens the pages of `stage` and `time` from where they lie."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ["timeline-first", "timeline-slowest", "cores", "l1", "roofline"]
PAGES = ["stage", "time"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    command = str(ROOT / "build" / "bin" / "tilewright")
    timed = folder / "time.html"
    for arguments in (
        ["stage", "centralize_w_rm", "--from", "6", "--to", "6", "--out", str(folder)],
        ["time", "variance_w_rm", "--shape", "1,1,256,128", "--cores", "2x1", "--html", str(timed)],
    ):
        ran = subprocess.run([command, *arguments], capture_output=True, text=True, timeout=280)
        assert ran.returncode == 0, ran.stdout + ran.stderr
    return {"stage": folder / "centralize_w_rm" / "report.html", "time": timed}


@pytest.fixture(scope="module")
def chromium() -> Iterator[webdriver.Chrome]:
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    assert all(programs.values()), f"not installed: {programs}; tools/house.sh names the packages"
    options = webdriver.ChromeOptions()
    options.binary_location = str(programs["chromium"])
    # As root, without a screen, in a container with little shared memory.
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(programs["chromedriver"])))
    driver.set_page_load_timeout(60)
    yield driver
    driver.quit()


class Page:
    """One page in the browser, opened anew for each test; what its console says is an error."""

    def __init__(self, driver: webdriver.Chrome, path: Path) -> None:
        self.driver, self.path = driver, path

    def open(self, width: int = 1280, scheme: str = "light", media: str = "") -> None:
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        self.driver.get(self.path.as_uri())

    def js(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[Any]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def view(self, picture: str) -> list[float]:
        return [float(word) for word in self.find(f"#{picture} svg.tw-plot").get_dom_attribute("viewBox").split()]

    def frames(self) -> None:
        """Until the browser has drawn what there was to draw."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
        )

    def until(self, script: str, *arguments: Any) -> None:
        """Waits for what the browser does when it likes (scrolling, layout)."""
        for _ in range(200):
            if self.js("return " + script, *arguments):
                return
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest, pages: dict[str, Path], chromium: webdriver.Chrome) -> Iterator[Page]:
    opened = Page(chromium, pages[request.param])
    opened.open()
    chromium.get_log("browser")  # type: ignore[no-untyped-call]  # of tests before
    yield opened
    assert chromium.get_log("browser") == []  # type: ignore[no-untyped-call]


def test_the_page_is_well_formed_and_alone(page: Page) -> None:
    root = ElementTree.fromstring(page.path.read_text())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(PICTURES) <= set(ids)
    assert page.js("return performance.getEntriesByType('resource').length") == 0


def test_pictures_are_drawn(page: Page) -> None:
    for picture in PICTURES:
        assert page.find(f"#{picture} .tw-tools").is_displayed()
        drawn = page.all(f"#{picture} svg:not(.tw-defs)")
        assert drawn
        for svg in drawn:
            assert svg.rect["width"] > 20
            assert svg.rect["height"] > 9
    for picture in PICTURES[:2]:
        labels = [label.text.split("\n")[0] for label in page.all(f"#{picture} .tw-label")]
        assert labels[0] == "NCRISC reader"
        assert {"UNPACK", "UNPACK unit", "MATH", "MATH unit", "PACK", "PACK unit", "BRISC writer", "us"} <= set(labels)
        assert sum(label.startswith("c_") for label in labels) >= 4
        assert len(page.all(f"#{picture} path.tw-wait")) >= 4
    assert len(page.all("#cores .tw-core")) == 64
    assert len(page.all("#cores .tw-slowest")) == 1
    assert len(page.all("#roofline circle")) == 3


def test_links_lead_somewhere(page: Page) -> None:
    addresses = [link.get_attribute("href") for link in page.all("nav a")]
    assert len(addresses) >= len(PICTURES)
    here = page.path.as_uri()
    for address in addresses:
        if address.startswith(here + "#"):
            target = address.split("#")[1]
            page.find(f"nav a[href='#{target}']").click()
            page.until("Math.abs(document.getElementById(arguments[0]).getBoundingClientRect().top) < 900", target)
            assert page.js("return location.hash") == "#" + target
        else:
            page.driver.get(address)
            assert len(page.find("body").text) > 100
            page.open()


@pytest.mark.parametrize("picture", ["timeline-first", "timeline-slowest", "l1"])
def test_zoom_by_button_wheel_key_and_dragging(page: Page, picture: str) -> None:
    assert page.view(picture) == [0, 0, 1000, 16]
    page.find(f"#{picture} [data-do=in]").click()
    page.find(f"#{picture} [data-do=in]").click()
    assert page.view(picture) == [375, 0, 250, 16]
    page.find(f"#{picture} [data-do=out]").click()
    assert page.view(picture) == [250, 0, 500, 16]
    plot = page.find(f"#{picture} svg.tw-plot")
    ActionChains(page.driver).drag_and_drop_by_offset(plot, 100, 0).perform()
    assert page.view(picture)[0] < 250
    page.find(f"#{picture} [data-do=all]").click()
    assert page.view(picture) == [0, 0, 1000, 16]
    # A turned wheel belongs to the page until the picture has been chosen.
    page.js("document.activeElement.blur()")
    wheel = "arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, bubbles: true, cancelable: true}))"
    page.js(wheel, plot)
    assert page.view(picture) == [0, 0, 1000, 16]
    page.js("arguments[0].focus()", plot)
    page.js(wheel, plot)
    assert page.view(picture)[2] == 800
    plot.send_keys("0")
    assert page.view(picture) == [0, 0, 1000, 16]
    plot.send_keys("+")
    assert page.view(picture)[2] == 500


def test_zoom_changes_the_axis_and_keeps_the_hatching(page: Page) -> None:
    def numbers() -> list[str]:
        return [label.text for label in page.all("#timeline-first .tw-axis span")]

    before = numbers()
    assert len(before) >= 3
    assert before == sorted(before, key=float)
    scale = page.find("#timeline-first pattern").get_dom_attribute("patternTransform")
    page.find("#timeline-first [data-do=in]").click()
    assert numbers() != before
    assert page.find("#timeline-first pattern").get_dom_attribute("patternTransform") != scale
    for picture in ("cores", "roofline"):
        part = f"#{picture} .tw-zoom"
        wide = page.find(part).rect["width"]
        page.find(f"#{picture} [data-do=in]").click()
        assert page.find(part).rect["width"] == pytest.approx(2 * wide, rel=0.02)
    assert page.js("return document.documentElement.scrollWidth <= innerWidth")


def test_texts_under_the_pointer(page: Page) -> None:
    def over(selector: str, part: float = 0.5) -> str:
        element = page.find(selector)
        page.js("arguments[0].scrollIntoView({block: 'center'})", element)
        page.frames()  # scrolling hides the text, a frame later
        offset = round((part - 0.5) * element.rect["width"])
        ActionChains(page.driver).move_to_element_with_offset(element, offset, 0).perform()
        page.frames()
        return str(page.js("const tip = document.querySelector('.tw-tip'); return tip.hidden ? '' : tip.textContent"))

    lanes = [f"#timeline-first .tw-lane:nth-child({lane}) svg" for lane in range(1, 9)]
    texts = {over(lane, part) for lane in lanes for part in (0.02, 0.3, 0.6)} - {"", "plain code between calls"}
    assert len(texts) >= 6
    assert all(re.search(r": from \d+\.\d{3} us, for \d", text) for text in texts)
    assert any(text.startswith("waits for ") for text in texts)
    assert re.match(r"\d+ of \d+ pages: from", over("#timeline-first .tw-lane:last-child svg", 0.9))
    assert re.match(r"core \(\d,\d\), ends at .* NCRISC reader .* busy", over("#cores .tw-slowest"))
    assert re.match(r"c_\d+ .* B at 0x", over("#l1 svg.tw-plot", 0.1))
    assert "of the time it takes" in over("#roofline .tw-lane")
    assert re.match(r"(UNPACK|MATH|PACK): works", over("#roofline circle.tw-most"))


def test_the_keyboard_reaches_everything(page: Page) -> None:
    page.js("document.querySelector('#timeline-first [data-do=all]').focus()")
    active = page.driver.switch_to.active_element
    active.send_keys(Keys.TAB)
    lane = page.driver.switch_to.active_element
    assert lane.get_dom_attribute("class") == "tw-plot"
    said = page.find("#timeline-first .tw-said")
    assert said.text.startswith("NCRISC reader: ")
    seen = set()
    for _ in range(4):
        lane.send_keys(Keys.ARROW_RIGHT)
        seen.add(said.text)
        assert len(page.all("#timeline-first .tw-cursor")) == 1
    assert len(seen) == 4
    lane.send_keys(Keys.ARROW_DOWN)
    below = page.driver.switch_to.active_element
    assert said.text.startswith("UNPACK: ")
    below.send_keys(Keys.END)
    assert re.search(r": from \d", said.text)
    page.js("document.querySelector('#cores [tabindex=\"0\"]').focus()")
    for key, core in ((Keys.ARROW_RIGHT, "(1,0)"), (Keys.ARROW_DOWN, "(1,1)"), (Keys.ARROW_LEFT, "(0,1)")):
        page.driver.switch_to.active_element.send_keys(key)
        assert page.find("#cores .tw-said").text.startswith("core " + core)


CONTRAST = """
const parse = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
const light = text => { const [r, g, b] = parse(text).map(c => c / 255)
  .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const [a, b] = [light(arguments[0]), light(arguments[1])];
return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
"""


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_width_and_both_schemes(page: Page, width: int, scheme: str) -> None:
    page.open(width, scheme)
    assert page.js("return document.documentElement.scrollWidth") <= width
    for details in page.all("details"):
        page.js("arguments[0].open = true", details)
    assert page.js("return document.documentElement.scrollWidth") <= width

    def style(selector: str, name: str) -> str:
        script = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        return str(page.js(script, selector, name))

    back, panel = style("body", "backgroundColor"), style("svg.tw-plot", "backgroundColor")
    assert (page.js(CONTRAST, back, "rgb(0, 0, 0)") < 2) == (scheme == "dark")
    for selector in ("body", ".tw-label small", "figcaption", ".tw-said", "nav a", ".tw-core"):
        assert page.js(CONTRAST, style(selector, "color"), back) >= 4.5, selector
    for selector, name in ((".tw-call", "fill"), (".tw-level", "fill"), (".tw-hatch-line", "stroke")):
        assert page.js(CONTRAST, style(selector, name), panel) >= 3, selector
    for selector in (".tw-label", ".tw-axis span", ".tw-core"):
        assert float(style(selector, "fontSize").removesuffix("px")) >= 9, selector
    shown = page.js("return document.querySelector('.tw-chart').getBoundingClientRect().width") / 476
    assert 13 * shown >= 9


def test_printed_it_needs_no_colour_and_no_buttons(page: Page) -> None:
    page.open(media="print", scheme="dark")
    assert page.js("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not any(tools.is_displayed() for tools in page.all(".tw-tools"))
    assert page.js("return getComputedStyle(document.querySelector('.tw-hatch-line')).stroke") == "rgb(0, 0, 0)"
    for wait in page.all("path.tw-wait"):
        assert wait.get_dom_attribute("fill").startswith("url(#")
    paper = page.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})["data"]
    assert len(paper) > 20_000
