"""Uses the pages of `orda serve` in Chromium: `check.py ORDA FOLDER`. Called by Scripts/check-serve.sh."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# A loaded machine takes its time; nothing waits longer than it has to.
LIMIT = 90
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
        time.sleep(0.03)
    return False


def make(path):
    db = sqlite3.connect(path, timeout=LIMIT)
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
        return self.process.wait(timeout=LIMIT)


def browser(dark=False, width=1280, height=860, scripts=True):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}"]:
        options.add_argument(argument)
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    driver.set_script_timeout(LIMIT)
    if scripts:
        prepare(driver)
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    )
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


# What a page says is only shown for a moment, and what it shows changes meanwhile: all of it is kept.
KEEP = """
  window.said = [];
  window.once = {};
  addEventListener("DOMContentLoaded", () => {
    for (const place of document.querySelectorAll("#status, #importing [role=status]")) {
      new MutationObserver(() => {
        const text = place.textContent;
        window.said.push(text);
        for (const [part, action] of Object.entries(window.once)) {
          if (text.includes(part)) { delete window.once[part]; action(); }
        }
      }).observe(place, {childList: true, characterData: true, subtree: true});
    }
  });
"""


def prepare(driver, more=""):
    """Has each page of the present tab keep what it says, and run a script of the test's before its own."""
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": more + KEEP})


def said(driver, text):
    return eventually(lambda: driver.execute_script("return window.said.some((each) => each.includes(arguments[0]))", text))


def is_live(driver):
    return eventually(lambda: driver.find_element(By.ID, "live").text.startswith("live"))


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


# Drops files on a page: pairs of a name and a text.
DROP = """
  const data = new DataTransfer();
  for (const [name, text] of arguments) data.items.add(new File([text], name, {type: "text/csv"}));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector("main").dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
"""


def keyboard(driver, base):
    """Goes through a table without a mouse."""
    press = lambda *keys: ActionChains(driver).send_keys(*keys).perform()
    first = lambda: driver.find_element(By.CSS_SELECTOR, "#rows tbody tr").get_attribute("data-key")
    focused = lambda: [row.get_attribute("data-key") for row in driver.find_elements(By.CSS_SELECTOR, "#rows tr.focus")]
    driver.get(base + "/music/table/track?rows=20")
    is_live(driver)
    start = first()
    press("j", "j", "k", "j")
    keys = [row.get_attribute("data-key") for row in driver.find_elements(By.CSS_SELECTOR, "#rows tbody tr")]
    check("j and k go through the rows", focused() == [keys[1]], str(focused()))
    press("k", "k", "k")
    check("and not beyond the first one", focused() == [keys[0]], str(focused()))
    press("n")
    check("n turns to the next page", eventually(lambda: first() not in keys))
    press("p")
    check("and p back", eventually(lambda: first() == start))
    press("j", Keys.ENTER)
    check("Return opens the row", eventually(lambda: f"/music/row/track?key={start}" in driver.current_url), driver.current_url)
    driver.get(base + "/music/table/track?rows=20")
    press("/")
    check("/ goes to the search", driver.switch_to.active_element.get_attribute("name") == "q")
    press("j/np", Keys.ENTER)
    check("where the keys are letters", eventually(lambda: "q=j%2Fnp" in driver.current_url), driver.current_url)


def imports(driver, base, db):
    """Drops files on a table."""
    count = lambda: db.execute("SELECT count(*) FROM track").fetchone()[0]
    driver.get(base + "/music/table/track")
    is_live(driver)
    had = count()
    driver.execute_script(DROP, ("tracks.csv", "id,title,seconds\n-11,Dropped on the page,60\n-10,And another,61\n"))
    check("the rows of a file that is dropped appear", eventually(lambda: cell(driver, "i-11", "title").text == "Dropped on the page"))
    check("and it is told how many", said(driver, "2 rows imported from tracks.csv"))
    driver.execute_script(DROP, ("more.jsonl", '{"id": -12, "title": "x"}\n{"id": -13, "titel": "y"}\n'))
    problem = lambda: driver.find_element(By.ID, "import-problem").text
    check("what is wrong in a file is told", eventually(lambda: "line 2, column titel" in problem() and "nothing was imported" in problem()), problem())
    check("and nothing of it is there", count() == had + 2)
    axe(driver, "a table after an import")
    driver.find_element(By.CSS_SELECTOR, "details:has(#import) summary").click()
    axe(driver, "the form of an import")
    picture(driver, "import")
    many = "title\n" + "".join(f"one of many {number}\n" for number in range(500_000))
    driver.execute_script("window.once['rows read'] = () => document.querySelector('#importing button').click()")
    driver.execute_script(DROP, ("many.csv", many))
    check("it is told how far an import is", said(driver, "rows read"))
    check("an import is cancelled", said(driver, "cancelled"))
    driver.execute_script("window.once['rows read'] = () => location.assign(arguments[0])", base + "/music")
    driver.execute_script(DROP, ("many.csv", many))
    check("the page is left", eventually(lambda: driver.current_url == base + "/music"))
    # Who writes waits until the import has ended.
    db.execute("UPDATE track SET seconds = 2 WHERE id = 10")
    db.commit()
    check("and an import by leaving the page", count() == had + 2, str(count()))


def new_tables(driver, base, db):
    """Drops files on a database: each becomes a table."""
    driver.get(base + "/music")
    tables = lambda: driver.find_element(By.ID, "tables").text
    name = lambda: driver.find_element(By.NAME, "table")
    driver.execute_script(
        DROP, ("my elements.csv", "number,name\n1,Hydrogen\n2,Helium\n"), ("isotopes.jsonl", '{"element": 1, "neutrons": 0}\n')
    )
    check("the name of a new table is asked", eventually(lambda: name().get_attribute("value") == "my_elements"))
    check("where one would type it", driver.switch_to.active_element == name())
    axe(driver, "a database with a file")
    picture(driver, "new-table")
    name().send_keys(Keys.ENTER)
    check("a file becomes a table", said(driver, "2 rows imported from my elements.csv into the new table my_elements"))
    check("which the page lists", eventually(lambda: "my_elements" in tables()))
    check("the next file's name is asked", eventually(lambda: name().get_attribute("value") == "isotopes"))
    name().clear()
    name().send_keys("genre", Keys.ENTER)
    problem = lambda: driver.find_element(By.ID, "import-problem").text
    check("what is there is not made again", eventually(lambda: "called genre already" in problem()), problem())
    axe(driver, "a database after an import")
    name().clear()
    name().send_keys("isotopes", Keys.ENTER)
    check("but by another name", eventually(lambda: "isotopes" in tables()))
    kinds = [row[2] for row in db.execute("PRAGMA table_info(my_elements)")]
    check("its columns have types", kinds == ["BIGINT", "TEXT"], str(kinds))
    many = "title\n" + "".join(f"one of many {number}\n" for number in range(500_000))
    driver.execute_script("for (const part of ['rows looked at', 'rows read']) window.once[part] = () => document.querySelector('#importing button').click()")
    driver.execute_script(DROP, ("many.csv", many))
    eventually(lambda: name().get_attribute("value") == "many")
    name().send_keys(Keys.ENTER)
    check("making one is cancelled", said(driver, "many.csv: cancelled"))
    db.execute("UPDATE track SET seconds = 3 WHERE id = 10")
    db.commit()
    check("and leaves nothing", db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'many'").fetchone()[0] == 0)
    check("nothing was refused", problem() == "", problem())


def without_shared_workers(server, db):
    """Several tabs of a browser that has no shared workers: one of them holds the stream for all."""
    base = server.base
    driver = browser()
    prepare(driver, "delete window.SharedWorker;")
    driver.get(server.address)
    for number in range(3):
        if number:
            driver.switch_to.new_window("tab")
            prepare(driver, "delete window.SharedWorker;")
        driver.get(base + "/music/table/genre")
    tabs = list(driver.window_handles)

    def each(condition):
        holds = 0
        for tab in tabs:
            driver.switch_to.window(tab)
            holds += eventually(condition)
        return holds == len(tabs)

    # The server counts the streams that watch a page.
    one = lambda: driver.find_element(By.ID, "live").text == "live"
    hears = lambda name: lambda: cell(driver, "i2", "name").text == name
    check("there are no shared workers", each(lambda: driver.execute_script("return typeof SharedWorker") == "undefined"))
    check("tabs without them are live by one stream", each(one))
    db.execute("UPDATE genre SET name = 'Without workers' WHERE id = 2")
    db.commit()
    check("and hear", each(hears("Without workers")))
    # Each tab but the last one holds the stream once, and goes.
    for number in range(2):
        holder = driver.execute_async_script(
            "navigator.locks.query().then(({held}) => arguments[0](held.find((lock) => lock.name === 'orda-leads').clientId))"
        )
        for tab in tabs:
            driver.switch_to.window(tab)
            mine = driver.execute_async_script(
                """
                const name = Math.random().toString();
                navigator.locks.request(name, async () => {
                  const {held} = await navigator.locks.query();
                  arguments[0](held.find((lock) => lock.name === name).clientId);
                });
                """
            )
            if mine == holder:
                break
        check(f"the tab that holds the stream is found, {len(tabs)} tabs", mine == holder)
        driver.close()
        tabs.remove(tab)
        driver.switch_to.window(tabs[0])
        name = f"Moved {number}"
        db.execute("UPDATE genre SET name = ? WHERE id = 2", (name,))
        db.commit()
        check("the stream moves to another tab", each(hears(name)) and each(one))
    # It stays with this one when it shows another page.
    driver.get(base + "/music/table/album")
    check("a tab that turns to another page is live", each(one))
    driver.quit()


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
    check("a table has a page of rows", eventually(lambda: len(driver.find_elements(By.CSS_SELECTOR, "#rows tbody tr")) == 100))
    check("it is live", is_live(driver))
    axe(driver, "a table")
    picture(driver, "table")
    driver.find_element(By.CSS_SELECTOR, "a[rel=next]").click()
    first = lambda: driver.find_element(By.CSS_SELECTOR, "#rows tbody tr")
    check("there is a next page", eventually(lambda: first().get_attribute("data-key") == "i101"))

    keyboard(driver, base)

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
    is_live(driver)
    took = []
    for number in range(20):
        text = f"Elsewhere {number}"
        driver.execute_script(
            """
            window.seen = null;
            new MutationObserver((_, self) => {
              const row = document.querySelector("tr[data-key=i3]");
              if (!row.textContent.includes(arguments[0])) return;
              window.seen = Date.now();
              window.marked = row.querySelector(".changed")?.textContent;
              self.disconnect();
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
    check("the changed cell is marked", driver.execute_script("return window.marked") == "Elsewhere 19")
    number = lambda: driver.find_element(By.ID, "count").text
    check("the rows are counted", eventually(lambda: number() == "1\u202f200"), number())
    db.execute("DELETE FROM track WHERE id = 2")
    db.execute("INSERT INTO track (id, title) VALUES (-5, 'First of all')")
    db.commit()
    check("rows come", eventually(lambda: first().get_attribute("data-key") == "i-5"))
    check("and go", eventually(lambda: not driver.find_elements(By.CSS_SELECTOR, "tr[data-key=i2]")))
    db.execute("INSERT INTO track (title) VALUES ('Last of all')")
    db.commit()
    check("rows of other pages are counted, too", eventually(lambda: number() == "1\u202f201"), number())
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
    check("what was edited can be undone", said(driver, "Undo"))
    # The button goes after some seconds; the key does not, and undoes what was edited on other pages of the tab.
    driver.get(base + "/music/table/track?rows=20")
    is_live(driver)
    ActionChains(driver).send_keys("u").perform()
    check("and is", eventually(lambda: stored(4).startswith(before)), stored(4))
    check("which the page shows", eventually(lambda: cell(driver, "i4", "title").text.startswith(before)))
    ActionChains(driver).double_click(cell(driver, "i5", "title")).perform()
    field = driver.find_element(By.CSS_SELECTOR, "td.editing input")
    db.execute("UPDATE track SET title = 'Somebody else' WHERE id = 5")
    db.commit()
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

    imports(driver, base, db)
    new_tables(driver, base, db)

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

    def listed():
        # The page may not listen yet.
        db.execute("UPDATE track SET seconds = seconds + 1 WHERE id = 9")
        db.commit()
        time.sleep(0.1)
        return driver.find_elements(By.CSS_SELECTOR, "#changes tbody tr")

    check("changes are listed", eventually(listed))

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
    stop.click()
    problem = lambda: driver.find_element(By.CSS_SELECTOR, "#result .problem").text
    check("and is", eventually(lambda: "cancelled" in problem()), problem())

    # Ten tabs
    for number in range(10):
        driver.switch_to.new_window("tab")
        driver.get(base + f"/music/table/{['track', 'album', 'genre'][number % 3]}")
    handles = driver.window_handles[-10:]
    live = 0
    for handle in handles:
        driver.switch_to.window(handle)
        # The server counts the streams that watch a page.
        live += eventually(lambda: driver.find_element(By.ID, "live").text == "live")
    check("ten tabs are live by one stream", live == 10, str(live))
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
    for address in ["/music", "/music/table/track", "/music/row/track?key=i3", "/music/schema", "/music/sql", "/music/edit/track?key=i6", "/music/import/track", "/music/import"]:
        driver.get(base + address)
        width = driver.execute_script("return document.documentElement.scrollWidth")
        check(f"{address} fits 320 pixels", width <= 320, str(width))
        axe(driver, f"{address}, dark and narrow")
    color = driver.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
    check("dark is dark", all(int(part) < 60 for part in color[4:-1].split(",")[:3]), color)
    driver.get(base + "/music/table/track")
    is_live(driver)
    picture(driver, "narrow")
    driver.quit()
    driver = browser(dark=True)
    driver.get(server.address)
    driver.get(base + "/music/table/track?sort=title")
    is_live(driver)
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
    check("which shows the table", eventually(lambda: driver.current_url.endswith("/music/table/track")), driver.current_url)
    driver.get(base + "/music")
    driver.find_element(By.CSS_SELECTOR, "details:has(#import) summary").click()
    driver.find_element(By.NAME, "file").send_keys(file)
    driver.find_element(By.CSS_SELECTOR, "#import button").click()
    check("nor does a new table", eventually(lambda: driver.current_url.endswith("/music/table/new")), driver.current_url)
    driver.quit()

    without_shared_workers(server, db)
    several(orda, path, folder)
    description(server, folder)
    check("Control-C ends it with 0", server.stop() == 0)


def several(orda, path, folder):
    """Two databases that are only read, on all addresses of this machine; and a server that ends while a statement runs."""
    other = os.path.join(folder, "other.db")
    sqlite3.connect(other).executescript("CREATE TABLE a (b)")
    server = Server(orda, "sqlite:" + path, "sqlite:" + other, "--listen", "0.0.0.0", "--limit", "3600")
    token = server.address.split("token=")[1]

    def ask(address, headers={"Authorization": "Bearer " + token}):
        try:
            return urllib.request.urlopen(urllib.request.Request(server.base + address, headers=headers)).read().decode()
        except urllib.error.HTTPError as error:
            return str(error.code)
        except OSError:
            return "gone"

    databases = ask("/")
    check("several databases are listed", 'href="/music"' in databases and 'href="/other"' in databases)
    check("each has its pages", 'href="/other/table/a"' in ask("/other"))
    check("elsewhere the token is needed, too", ask("/other", {}) == "401")
    check("what is only read offers no writing", "data-edit" not in ask("/music/table/track") and ask("/music/import") == "403")
    endless = "WITH RECURSIVE a (b) AS (SELECT 1 UNION ALL SELECT b + 1 FROM a) SELECT count(*) FROM a"
    thread = threading.Thread(target=ask, args=("/music/sql?" + urllib.parse.urlencode({"sql": endless}),))
    thread.start()
    check("what runs is listed", eventually(lambda: "RECURSIVE" in ask("/music")))
    check("Control-C stops it, and ends with 0", server.stop() == 0)
    thread.join()


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
