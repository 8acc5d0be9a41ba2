"""Uses the pages of `orda serve` in Chromium: `check.py ORDA FOLDER`. Called by Scripts/check-serve.sh."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

LIMIT = 30
passed, failed = [], []


def check(name, condition, more=""):
    (passed if condition else failed).append(name)
    print(f"{'ok' if condition else 'FAILED'}: {name} {'' if condition else more}", flush=True)


def eventually(condition, limit=LIMIT):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            if condition():
                return True
        except Exception:  # What is looked for may be replaced at this moment.
            pass
        time.sleep(0.005)
    return False


def make(path):
    db = sqlite3.connect(path)
    db.executescript(
        """
        PRAGMA journal_mode = wal;
        CREATE TABLE genre (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, artist_id INTEGER NOT NULL REFERENCES artist, year INTEGER);
        CREATE TABLE track (id INTEGER PRIMARY KEY, title TEXT NOT NULL, album_id INTEGER REFERENCES album,
          genre_id INTEGER REFERENCES genre, seconds INTEGER, rating REAL, note TEXT);
        CREATE TABLE "<script>alert(1)</script>" ("<b>" INTEGER PRIMARY KEY, text TEXT);
        INSERT INTO "<script>alert(1)</script>" VALUES (1, '<img src=x onerror=alert(1)>');
        """
    )
    genres = ["Jazz", "Blues", "Folk", "Classical", "Rock", "Soul", "Funk", "Tango"]
    artists = ["Nina Simone", "John Coltrane", "Miles Davis", "Bill Evans", "Billie Holiday", "Duke Ellington"]
    words = "Blue Night Kind Giant Waltz Autumn Midnight Summertime Body Soul Lush Solar".split()
    db.executemany("INSERT INTO genre VALUES (?, ?)", enumerate(genres, 1))
    db.executemany("INSERT INTO artist VALUES (?, ?, 'US')", enumerate(artists, 1))
    for i in range(1, 41):
        db.execute("INSERT INTO album VALUES (?, ?, ?, ?)", (i, f"{words[i % 12]} {words[i * 7 % 11]}", i % 6 + 1, 1950 + i % 25))
    for i in range(1, 1201):
        db.execute(
            "INSERT INTO track VALUES (?, ?, ?, ?, ?, ?, ?)",
            (i, f"{words[i % 12]} {words[i * 5 % 12]} {i}", i % 40 + 1, i % 9 or None, 90 + i * 37 % 600, i % 50 / 10, None),
        )
    db.commit()
    return db


class Server:
    def __init__(self, orda, *arguments):
        self.process = subprocess.Popen([orda, "serve", *arguments], stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.base = self.address.split("/?")[0]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)


def browser(dark=False, width=1280, height=860, scripts=True):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}"]:
        options.add_argument(argument)
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    )
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


def picture(driver, name):
    folder = os.environ.get("SCREENSHOTS")
    if folder:
        os.makedirs(folder, exist_ok=True)
        driver.save_screenshot(os.path.join(folder, name + ".png"))


def axe(driver, name):
    found = Axe().run(driver)["violations"]
    words = "; ".join(f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found)
    check(f"axe-core finds nothing on {name}", not found, words)


def cell(driver, key, column):
    place = [head.text.split(" ")[0] for head in driver.find_elements(By.CSS_SELECTOR, "#rows thead th")].index(column)
    return driver.find_elements(By.CSS_SELECTOR, f"#rows tr[data-key='{key}'] td")[place]


def main(orda, folder):
    path = os.path.join(folder, "music.db")
    db = make(path)
    server = Server(orda, "sqlite:" + path, "--write")
    base = server.base

    try:
        urllib.request.urlopen(base + "/music")
        check("without the token nothing is shown", False)
    except urllib.error.HTTPError as error:
        check("without the token nothing is shown", error.code == 401)

    driver = browser()
    driver.get(server.address)
    check("the token opens the database", "music" in driver.title)
    check("the token is not in the address any more", "token" not in driver.current_url)
    check("the script can't read the cookie", driver.execute_script("return document.cookie") == "")
    axe(driver, "the database")
    picture(driver, "database")

    # A table
    driver.find_element(By.LINK_TEXT, "track").click()
    check("a table has a page of rows", len(driver.find_elements(By.CSS_SELECTOR, "#rows tbody tr")) == 100)
    check("it is live", eventually(lambda: "live" in driver.find_element(By.ID, "live").text))
    axe(driver, "a table")
    picture(driver, "table")
    driver.find_element(By.CSS_SELECTOR, "a[rel=next]").click()
    check("there is a next page", driver.find_element(By.CSS_SELECTOR, "#rows tbody tr").get_attribute("data-key") == "i101")

    # Filters
    driver.get(base + "/music/table/track")
    driver.find_element(By.NAME, "q").send_keys("Lush", Keys.ENTER)

    def found():
        rows = driver.find_elements(By.CSS_SELECTOR, "#rows tbody tr")
        return rows and all("Lush" in row.text for row in rows)

    check("search finds what contains a text", eventually(found))
    driver.get(base + "/music/table/track?c=seconds&o=gt&v=600&sort=seconds&desc=1&facet=genre_id")
    seconds = [int(cell(driver, row.get_attribute("data-key"), "seconds").text) for row in driver.find_elements(By.CSS_SELECTOR, "#rows tbody tr")[:10]]
    check("filters and sorting hold", seconds == sorted(seconds, reverse=True) and min(seconds) > 600, str(seconds))
    axe(driver, "a table with filters and counts")
    picture(driver, "filtered")

    # What another program writes
    driver.get(base + "/music/table/track")
    eventually(lambda: "live" in driver.find_element(By.ID, "live").text)
    took = []
    for number in range(20):
        text = f"Elsewhere {number}"
        driver.execute_script(
            """
            window.seen = null;
            new MutationObserver((_, self) => {
              if (document.querySelector("tr[data-key=i3]").textContent.includes(arguments[0])) { window.seen = Date.now(); self.disconnect(); }
            }).observe(document.querySelector("#rows tbody"), {subtree: true, childList: true, characterData: true});
            """,
            text,
        )
        db.execute("UPDATE track SET title = ? WHERE id = 3", (text,))
        db.commit()
        committed = time.time() * 1000
        if not eventually(lambda: driver.execute_script("return window.seen")):
            break
        took.append(driver.execute_script("return window.seen") - committed)
        time.sleep(0.15)
    check("what another program writes appears", len(took) == 20)
    if took:
        print(f"   from its commit to the page: {sorted(took)[len(took) // 2]:.0f} ms at the median, {max(took):.0f} at most", flush=True)
    check("the changed cell is marked", "changed" in cell(driver, "i3", "title").get_attribute("class"))
    db.execute("DELETE FROM track WHERE id = 2")
    db.execute("INSERT INTO track (id, title) VALUES (-5, 'First of all')")
    db.commit()
    first = lambda: driver.find_element(By.CSS_SELECTOR, "#rows tbody tr")
    check("rows come", eventually(lambda: first().get_attribute("data-key") == "i-5"))
    check("and go", eventually(lambda: not driver.find_elements(By.CSS_SELECTOR, "tr[data-key=i2]")))
    picture(driver, "changed")

    # Editing
    ActionChains(driver).double_click(cell(driver, "i4", "title")).perform()
    field = driver.find_element(By.CSS_SELECTOR, "td.editing input")
    field.clear()
    field.send_keys("Edited here", Keys.ENTER)
    stored = lambda key: db.execute("SELECT title FROM track WHERE id = ?", (key,)).fetchone()[0]
    before = "Waltz"
    check("a cell is edited in its place", eventually(lambda: stored(4) == "Edited here"))
    check("and shows it", eventually(lambda: cell(driver, "i4", "title").text == "Edited here"))
    eventually(lambda: driver.find_element(By.CSS_SELECTOR, "#status button")) and driver.find_element(By.CSS_SELECTOR, "#status button").click()
    check("and is undone", eventually(lambda: stored(4).startswith(before)), stored(4))
    time.sleep(0.5)
    ActionChains(driver).double_click(cell(driver, "i5", "title")).perform()
    field = driver.find_element(By.CSS_SELECTOR, "td.editing input")
    db.execute("UPDATE track SET title = 'Somebody else' WHERE id = 5")
    db.commit()
    time.sleep(0.5)
    field.clear()
    field.send_keys("Mine", Keys.ENTER)
    check("what changed meanwhile is not overwritten", eventually(lambda: "Somebody else" in driver.find_element(By.CSS_SELECTOR, "td.editing .problem").text))
    check("and stays", stored(5) == "Somebody else")
    axe(driver, "a table while a cell is edited")
    picture(driver, "conflict")
    field.send_keys(Keys.ESCAPE)
    driver.get(base + "/music/edit/track?key=i6")
    axe(driver, "a form")
    picture(driver, "form")

    # Import
    drop = """
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(arguments[0])) data.items.add(new File([text], name, {type: "text/csv"}));
      for (const kind of ["dragenter", "dragover", "drop"])
        document.querySelector("main").dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
      """
    count = lambda: db.execute("SELECT count(*) FROM track").fetchone()[0]
    driver.get(base + "/music/table/track")
    eventually(lambda: "live" in driver.find_element(By.ID, "live").text)
    had = count()
    driver.execute_script(drop, {"tracks.csv": "id,title,seconds\n-11,Dropped on the page,60\n-10,And another,61\n"})
    check("the rows of a file that is dropped appear", eventually(lambda: cell(driver, "i-11", "title").text == "Dropped on the page"))
    check("and it is told how many", eventually(lambda: "2 rows imported from tracks.csv" in driver.find_element(By.ID, "status").text))
    driver.execute_script(drop, {"more.jsonl": '{"id": -12, "title": "x"}\n{"id": -13, "titel": "y"}\n'})
    problem = lambda: driver.find_element(By.ID, "import-problem").text
    check("what is wrong in a file is told", eventually(lambda: "line 2, column titel" in problem() and "nothing was imported" in problem()), problem())
    check("and nothing of it is there", count() == had + 2)
    axe(driver, "a table after an import")
    driver.find_element(By.CSS_SELECTOR, "details:has(#import) summary").click()
    axe(driver, "the form of an import")
    picture(driver, "import")
    many = "title\n" + "".join(f"one of many {number}\n" for number in range(500_000))
    driver.execute_script(drop, {"many.csv": many})
    check("it is told how far an import is", eventually(lambda: "rows read" in driver.find_element(By.ID, "importing").text))
    driver.find_element(By.CSS_SELECTOR, "#importing button").click()
    check("an import is cancelled", eventually(lambda: "cancelled" in driver.find_element(By.ID, "status").text))
    driver.execute_script(drop, {"many.csv": many})
    eventually(lambda: "rows read" in driver.find_element(By.ID, "importing").text)
    driver.get(base + "/music")
    time.sleep(1)
    db.execute("UPDATE track SET seconds = 2 WHERE id = 10")
    db.commit()
    check("and by leaving the page", count() == had + 2, str(count()))

    # Pages of other kinds
    for name, address in [
        ("a row", "/music/row/album?key=i3"),
        ("the schema", "/music/schema"),
        ("SQL", "/music/sql"),
        ("the changes", "/music/changes"),
        ("a table whose name is a script", "/music/table/%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
        ("what is missing", "/music/table/nothing"),
        ("a new row", "/music/new/track"),
        ("a row to delete", "/music/delete/track?key=i7"),
    ]:
        driver.get(base + address)
        axe(driver, name)
        picture(driver, name.replace(" ", "-"))

    # The log of changes
    driver.get(base + "/music/changes")
    time.sleep(0.5)
    db.execute("UPDATE track SET seconds = 1 WHERE id = 9")
    db.commit()
    check("changes are listed", eventually(lambda: len(driver.find_elements(By.CSS_SELECTOR, "#changes tbody tr")) > 0))

    # SQL
    driver.get(base + "/music/sql")
    field = driver.find_element(By.ID, "statement")
    field.send_keys("SELECT count(*) AS n FROM track WHERE seconds > :least")
    field.send_keys(Keys.CONTROL, Keys.ENTER)
    check("parameters become fields", eventually(lambda: driver.find_element(By.NAME, "p.least")))
    driver.find_element(By.NAME, "p.least").send_keys("600", Keys.ENTER)
    check("a statement has a result", eventually(lambda: driver.find_element(By.CSS_SELECTOR, "#result td").text.isdigit()))
    axe(driver, "a result")
    field = driver.find_element(By.ID, "statement")
    field.clear()
    field.send_keys("WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b + 1 FROM a) SELECT count(*) FROM a")
    field.send_keys(Keys.CONTROL, Keys.ENTER)
    stop = driver.find_element(By.ID, "stop")
    check("what runs can be stopped", eventually(stop.is_displayed))
    time.sleep(0.3)
    begin = time.monotonic()
    stop.click()
    check("and is", eventually(lambda: driver.find_element(By.CSS_SELECTOR, "#result .problem")) and time.monotonic() - begin < 5)

    # Ten tabs
    for number in range(10):
        driver.switch_to.new_window("tab")
        driver.get(base + f"/music/table/{['track', 'album', 'genre'][number % 3]}")
    handles = driver.window_handles[-10:]
    live = 0
    for handle in handles:
        driver.switch_to.window(handle)
        live += eventually(lambda: driver.find_element(By.ID, "live").text.startswith("live"), 10)
    check("ten tabs are live", live == 10, str(live))
    db.execute("UPDATE genre SET name = 'Ten tabs' WHERE id = 1")
    db.commit()
    driver.switch_to.window(handles[2])
    check("and hear", eventually(lambda: cell(driver, "i1", "name").text == "Ten tabs"))

    errors = [line["message"] for line in driver.get_log("browser") if "404" not in line["message"] and "favicon" not in line["message"]]
    errors = [line for line in errors if "409" not in line and "504" not in line]
    check("the browser reports no error", not errors, str(errors[:3]))
    driver.quit()

    # Narrow, dark, and without scripts
    driver = browser(dark=True, width=320, height=700)
    driver.get(server.address)
    for address in ["/music", "/music/table/track", "/music/row/track?key=i3", "/music/schema", "/music/sql", "/music/edit/track?key=i6", "/music/import/track"]:
        driver.get(base + address)
        width = driver.execute_script("return document.documentElement.scrollWidth")
        check(f"{address} fits 320 pixels", width <= 320, str(width))
        axe(driver, f"{address}, dark and narrow")
    color = driver.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
    check("dark is dark", all(int(part) < 60 for part in color[4:-1].split(",")[:3]), color)
    driver.get(base + "/music/table/track")
    eventually(lambda: "live" in driver.find_element(By.ID, "live").text)
    picture(driver, "narrow")
    driver.quit()
    driver = browser(dark=True)
    driver.get(server.address)
    driver.get(base + "/music/table/track?sort=title")
    eventually(lambda: "live" in driver.find_element(By.ID, "live").text)
    picture(driver, "dark")
    driver.get(base + "/music/schema")
    picture(driver, "dark-schema")
    driver.quit()
    driver = browser(scripts=False)
    driver.get(server.address)
    driver.get(base + "/music/table/track?q=Lush")
    check("pages need no script", "Lush" in driver.find_element(By.CSS_SELECTOR, "#rows tbody").text)
    driver.get(base + "/music/edit/track?key=i8")
    field = driver.find_element(By.NAME, "new.title")
    field.clear()
    field.send_keys("Without a script")
    driver.find_element(By.CSS_SELECTOR, "form.edit button").click()
    check("nor does editing", eventually(lambda: stored(8) == "Without a script"))
    file = os.path.join(folder, "new.tsv")
    with open(file, "w", encoding="utf-8") as out:
        out.write("id\ttitle\n-20\tBy the form\n")
    driver.get(base + "/music/table/track")
    driver.find_element(By.CSS_SELECTOR, "details:has(#import) summary").click()
    driver.find_element(By.NAME, "file").send_keys(file)
    driver.find_element(By.CSS_SELECTOR, "#import button").click()
    check("nor does an import", eventually(lambda: stored(-20) == "By the form"))
    check("which shows the table", driver.current_url.endswith("/music/table/track"), driver.current_url)
    driver.quit()

    description(server, folder)
    check("Control-C ends it with 0", server.stop() == 0)


def description(server, folder):
    """Holds the JSON for programs against what the server says of it, by thousands of questions that schemathesis makes up."""
    token = server.address.split("token=")[1]
    settings = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemathesis.toml")
    program = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    # A stream of changes has no end that could be waited for.
    arguments = ["--exclude-path", "/api/changes", "--max-examples", "200", "--seed", "7", "--no-color"]
    run = subprocess.run(
        [program, "--config-file", settings, "run", server.base + "/api/openapi.json", "-H", "Authorization: Bearer " + token, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    check("the JSON is as its description says", run.returncode == 0, run.stdout[-4000:] + run.stderr)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
    print(f"{len(passed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)
