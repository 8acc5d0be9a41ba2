"""Pages in a real browser, Chromium without a window, and when their documents show what."""

import os
import sys
import time

import servers

# Where Debian has them.
CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
# Where Scripts/bench.sh has put selenium; nil where it or Chromium is missing. The peers need not find it.
SELENIUM = os.environ.get("ORDA_BENCH_SERVE_BROWSER")

# Notes each text that comes into the document, with the moment when it did, in milliseconds of the system's clock.
OBSERVE = """
window.shown = [];
const note = (node) => window.shown.push([node.textContent, performance.timeOrigin + performance.now()]);
new MutationObserver((changes) => {
  for (const change of changes) {
    if (change.type === "characterData") note(change.target);
    for (const node of change.addedNodes) note(node);
  }
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""


class Browser:
    """One that is closed with the `with` that it is used in."""

    def __enter__(self):
        sys.path.append(SELENIUM)
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,860"]:
            options.add_argument(argument)
        options.binary_location = CHROMIUM
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        self.driver.set_script_timeout(60)
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def open(self, address, is_live):
        """Opens a page, and begins to note what it shows once a script says that it is live."""
        self.driver.get(address)
        self.until(is_live, "a page does not become live")
        self.driver.execute_script(OBSERVE)
        self.check_clock()

    def until(self, script, problem):
        end = time.monotonic() + 30
        while not self.driver.execute_script(f"return {script}"):
            if time.monotonic() > end:
                raise servers.Failure(problem)
            time.sleep(0.05)

    def check_clock(self):
        """A page takes the system's clock once, and counts from there: somebody may have set it since."""
        before = time.time() * 1000
        at = self.driver.execute_script("return performance.timeOrigin + performance.now()")
        after = time.time() * 1000
        if not before - 1 <= at <= after + 1:
            raise servers.Failure(f"the browser's clock is {max(before - at, at - after):.1f} ms from the system's")

    def shown(self):
        """The texts that have come, each with its moment; they are told once."""
        return self.driver.execute_script("const shown = window.shown; window.shown = []; return shown")
