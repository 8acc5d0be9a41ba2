extension PageScript {
  /// What files are sent by.
  static let importing: StaticString = #"""
    // A file that is dropped on the page, or chosen, is sent with all that is told meanwhile; several come one after another. Where it
    // becomes a table, its name is asked first

    const importing = $("#import");
    if (importing) {
      const place = $("#importing"), bar = $("progress", place), told = $("[role=status]", place), wrong = $("#import-problem");
      const chooser = $("[name=file]", importing), name = $("[name=table]", importing), tables = $("#tables");
      const files = [];
      let sending = null, asked = null, proposed = "";
      const size = (bytes) => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
      const last = (text) => { try { return JSON.parse(text.trimEnd().split("\n").pop()); } catch { return {}; } };
      const refuse = (text) => { wrong.hidden = false; wrong.textContent = wrong.textContent ? `${wrong.textContent}\n${text}` : text; wrong.scrollIntoView({block: "nearest"}); };
      const propose = (file) => {
        if (name.value && name.value !== proposed) return;
        proposed = file.name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");
        name.value = proposed;
      };
      const ask = (file) => {
        asked = file;
        const data = new DataTransfer();
        data.items.add(file);
        chooser.files = data.files;
        name.value = proposed = "";
        propose(file);
        const box = importing.closest("details");
        if (box) box.open = true;
        $("span", name.parentElement).textContent = `name of the table of ${file.name}`;
        name.focus();
        name.select();
      };
      const next = () => {
        place.hidden = !files.length;
        sending = null;
        if (!files.length) return;
        if (!name) { send(files.shift()); return; }
        place.hidden = true;
        ask(files[0]);
      };
      const listed = async () => {
        try {
          const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
          const fresh = $("#tables", page);
          if (fresh) tables.replaceChildren(...fresh.childNodes);
        } catch { /* The next page tells that the server is gone. */ }
      };
      const send = (file) => {
        const most = Number(importing.dataset.largest);
        if (file.size > most) { refuse(`${file.name}: it is larger than ${size(most)}, which is what this server takes.`); next(); return; }
        const fields = new FormData(importing);
        fields.set("file", file, file.name);
        sending = new XMLHttpRequest();
        sending.open("POST", importing.action);
        sending.setRequestHeader("Accept", "application/x-ndjson");
        sending.upload.onprogress = ({loaded, total}) => {
          bar.max = total;
          bar.value = loaded;
          told.textContent = `${file.name}: ${size(loaded)} of ${size(total)} sent`;
        };
        let rows = 0, read = "read";
        sending.onprogress = () => {
          if (sending.status !== 200) return;
          const news = last(sending.responseText.slice(0, sending.responseText.lastIndexOf("\n")));
          if (news.looked !== undefined) [rows, read] = [news.looked, "looked at"];
          if (news.rows !== undefined) [rows, read] = [news.rows, "read"];
          bar.removeAttribute("value");
          told.textContent = `${file.name}: ${rows.toLocaleString("en")} rows ${read}`;
        };
        sending.onload = () => {
          const news = last(sending.responseText);
          if (news.imported !== undefined) {
            const rows = `${news.imported.toLocaleString("en")} rows imported from ${file.name}`;
            if (name) {
              say(`${rows} into the new table ${news.table}.`, {title: "Show", run: () => location.assign(news.address)});
              name.value = proposed = chooser.value = "";
              $("span", name.parentElement).textContent = "name of the table";
            } else say(`${rows}.`);
            if (tables) listed();
            else if (!files.length && !document.body.dataset.live) location.assign(news.address);
          } else refuse(`${file.name}: ${news.error?.message ?? "The server gave no answer."}`);
          next();
        };
        sending.onerror = () => { refuse(`${file.name}: the server is not there any more.`); next(); };
        sending.onabort = () => { say(`${file.name}: cancelled, nothing was imported.`); next(); };
        bar.value = 0;
        told.textContent = file.name;
        place.hidden = false;
        place.scrollIntoView({block: "nearest"});
        sending.send(fields);
      };
      const take = (chosen) => {
        if (sending) { files.push(...chosen); return; }
        wrong.hidden = true;
        wrong.textContent = "";
        files.splice(0, files.length, ...chosen);
        next();
      };
      $("button", place).onclick = () => { files.length = 0; sending?.abort(); };
      importing.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!name) { take(chooser.files); return; }
        if (sending) { say("The import before this one is not done yet."); return; }
        const file = chooser.files[0];
        // Whoever chooses another file than the one that was asked about gives that one up.
        if (asked) { files.shift(); asked = null; }
        wrong.hidden = true;
        wrong.textContent = "";
        if (file) send(file);
      });
      if (name) chooser.addEventListener("change", () => { if (chooser.files[0]) propose(chooser.files[0]); });
      const hasFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
      addEventListener("dragover", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        document.body.classList.add("dropping");
      });
      addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
      addEventListener("drop", (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        document.body.classList.remove("dropping");
        take(event.dataTransfer.files);
      });
    }
    """#
}
