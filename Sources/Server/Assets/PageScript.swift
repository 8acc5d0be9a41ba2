/// The script of all pages. Without it everything works but what is live, and what is edited in its place.
enum PageScript {
  static let text: StaticString = #"""
    "use strict";
    const $ = (selector, root = document) => root.querySelector(selector);
    const status = $("#status");
    let statusEnd;
    function say(text, action) {
      clearTimeout(statusEnd);
      status.textContent = text;
      if (action) {
        const button = document.createElement("button");
        button.textContent = action.title;
        button.onclick = () => { status.textContent = ""; action.run(); };
        status.append(button);
      }
      statusEnd = setTimeout(() => { status.textContent = ""; }, action ? 12000 : 5000);
    }

    // Rows as they are told

    const body = $("#rows tbody");
    const live = $("#live");
    function parsed(html) {
      const template = document.createElement("template");
      template.innerHTML = html;
      return template.content.firstElementChild;
    }
    function mark(element, name) {
      element.classList.remove(name);
      void element.offsetWidth;
      element.classList.add(name);
      setTimeout(() => element.classList.remove(name), 2500);
    }
    function bring(row, html) {
      const fresh = parsed(html);
      const cells = [...row.cells];
      [...fresh.cells].forEach((cell, place) => {
        const old = cells[place];
        if (!old) { row.append(cell); return; }
        if (old.classList.contains("editing")) return;
        if (old.innerHTML === cell.innerHTML && old.dataset.value === cell.dataset.value) return;
        const hadFocus = old === document.activeElement;
        if (old.tabIndex === 0) cell.tabIndex = 0;
        old.replaceWith(cell);
        if (hadFocus) { cell.tabIndex = 0; cell.focus(); }
        mark(cell, "changed");
      });
      if (fresh.dataset.key !== undefined) row.dataset.key = fresh.dataset.key;
    }
    function come(html) {
      const row = parsed(html);
      mark(row, "came");
      return row;
    }
    function put(row, place) {
      const at = body.rows[place] ?? null;
      if (at !== row) body.insertBefore(row, at);
    }
    function showAll(rows) {
      const known = new Map([...body.rows].map((row, place) => [row.dataset.key ?? `#${place}`, row]));
      const kept = new Set();
      rows.forEach(([key, html], place) => {
        const old = known.get(key);
        if (old) { kept.add(old); bring(old, html); put(old, place); }
        else { const row = come(html); kept.add(row); put(row, place); }
      });
      for (const row of [...body.rows]) if (!kept.has(row)) row.remove();
    }
    function showSteps(news) {
      const rows = [...body.rows];
      const moved = news.moves.map(([from]) => rows[from]);
      const gone = new Set([...news.deletes.map((place) => rows[place]), ...moved]);
      const list = rows.filter((row) => !gone.has(row));
      const arrivals = [
        ...news.inserts.map(([place, , html]) => ({place, row: come(html)})),
        ...news.moves.map(([, to], index) => ({place: to, row: moved[index], isMove: true})),
      ].sort((a, b) => a.place - b.place);
      for (const {place, row} of arrivals) list.splice(place, 0, row);
      if (list.length !== news.count) return false;
      for (const row of gone) if (!moved.includes(row)) row.remove();
      list.forEach((row, place) => put(row, place));
      for (const {row, isMove} of arrivals) if (isMove) mark(row, "came");
      for (const [place, , html] of news.updates) bring(body.rows[place], html);
      return true;
    }
    let watch = () => {};
    function hear(news) {
      switch (news.kind) {
        case "all": showAll(news.rows); break;
        case "steps": if (!showSteps(news)) watch(); break;
        case "state":
          live.hidden = false;
          live.classList.remove("off");
          live.textContent = news.watching > 1 ? `live, ${news.watching} watch` : "live";
          live.title = news.note ?? "What others write appears here.";
          if (news.note) live.textContent += " (not exact)";
          break;
        case "lost":
          live.hidden = false;
          live.classList.add("off");
          live.textContent = "not connected";
          break;
        case "problem":
          live.hidden = false;
          live.classList.add("off");
          live.textContent = `not live: ${news.message}`;
      }
    }
    function follow(view) {
      const name = `orda-tab-${Math.random().toString(36).slice(2)}`;
      // Held as long as this tab is there.
      const locked = navigator.locks ? new Promise((ready) => navigator.locks.request(name, () => { ready(); return new Promise(() => {}); })) : null;
      if (typeof SharedWorker !== "undefined") {
        const port = new SharedWorker("/assets/hub.js", {name: "orda"}).port;
        port.onmessage = ({data}) => hear(data);
        watch = () => { port.postMessage({leave: true}); port.postMessage({watch: view}); };
        port.postMessage({watch: view});
        locked?.then(() => port.postMessage({lock: name}));
        addEventListener("pagehide", () => port.postMessage({leave: true}));
        addEventListener("pageshow", (event) => { if (event.persisted) port.postMessage({watch: view}); });
        return;
      }
      // No shared workers: one of the tabs holds the stream, and tells the others.
      const channel = new BroadcastChannel("orda");
      const script = document.createElement("script");
      script.src = "/assets/hub.js";
      script.onload = () => {
        const lead = () => {
          const hub = createHub((tab, news) => tab === name ? hear(news) : channel.postMessage({to: tab, news}));
          channel.addEventListener("message", ({data}) => {
            if (data.watch) hub.watch(data.watch, data.from);
            if (data.leave) hub.leave(data.from);
          });
          watch = () => { hub.leave(name); hub.watch(view, name); };
          hub.watch(view, name);
          channel.postMessage({leads: true});
          return new Promise(() => {});
        };
        channel.addEventListener("message", ({data}) => {
          if (data.to === name) hear(data.news);
          if (data.leads) channel.postMessage({watch: view, from: name});
        });
        watch = () => channel.postMessage({watch: view, from: name});
        watch();
        if (navigator.locks) navigator.locks.request("orda-leads", lead); else lead();
        addEventListener("pagehide", () => channel.postMessage({leave: true, from: name}));
      };
      document.head.append(script);
    }
    if (document.body.dataset.live && body) follow(document.body.dataset.live);

    // Editing in place: what a cell held is sent along, and what somebody else has written meanwhile is shown and kept

    const table = $("#rows");
    const undone = [];
    async function post(address, fields) {
      const answer = await fetch(address, {method: "POST", body: new URLSearchParams(fields), headers: {Accept: "application/json"}});
      return {ok: answer.ok, body: await answer.json().catch(() => ({error: {message: "The server gave no answer."}}))};
    }
    function textOf(value) {
      if (value === "n") return "";
      const rest = value.slice(1);
      return "tDTSZj".includes(value[0]) ? decodeURIComponent(rest) : rest;
    }
    async function change(key, column, old, fields, isUndo) {
      const answer = await post(table.dataset.edit, {key, [`old.${column}`]: old, ...fields});
      if (!answer.ok) return answer.body;
      const value = answer.body.values[0]?.value ?? old;
      if (value !== old && !isUndo) undone.push({key, column, old: value, value: old});
      if (value !== old) {
        say(`${column} is changed.`, isUndo ? null : {title: "Undo", run: undo});
        // Where nothing is live the cell has to be brought up to date here.
        if (!document.body.dataset.live) location.reload();
      }
      return null;
    }
    async function undo() {
      const last = undone.pop();
      if (!last) { say("There is nothing to undo."); return; }
      const problem = await change(last.key, last.column, last.old, {[`value.${last.column}`]: last.value}, true);
      if (problem) say(problem.error.message); else say(`${last.column} is as it was.`);
    }
    function edit(cell) {
      if (cell.classList.contains("editing")) return;
      const {column, value} = cell.dataset;
      const key = cell.closest("tr").dataset.key;
      const before = [...cell.childNodes];
      const input = document.createElement("input");
      input.value = textOf(value);
      input.setAttribute("aria-label", column);
      cell.classList.add("editing");
      cell.replaceChildren(input);
      input.focus();
      input.select();
      let isOver = false;
      const close = () => {
        isOver = true;
        cell.classList.remove("editing");
        cell.replaceChildren(...before);
        cell.focus();
      };
      const save = async () => {
        if (isOver) return;
        if (input.value === textOf(value)) { close(); return; }
        const problem = await change(key, column, cell.dataset.value, {[`new.${column}`]: input.value});
        if (!problem) {
          close();
          cell.textContent = input.value;
          mark(cell, "changed");
          return;
        }
        input.setAttribute("aria-invalid", "true");
        const now = problem.changed?.find((each) => each.column === column);
        let note = cell.querySelector(".problem");
        if (!note) { note = document.createElement("div"); note.className = "problem"; note.setAttribute("role", "alert"); cell.append(note); }
        note.textContent = now ? `Somebody has changed this meanwhile. It was ${textOf(value) || "empty"}, and is now ${now.shown}. Save again to write over that, or press Escape.` : problem.error.message;
        // Saving again writes over what was shown, and over nothing else.
        if (now) cell.dataset.value = now.now;
        input.focus();
      };
      input.onkeydown = (event) => {
        event.stopPropagation();
        if (event.key === "Enter") { event.preventDefault(); save(); }
        if (event.key === "Escape") close();
      };
      input.onblur = () => { if (!isOver && !cell.querySelector(".problem") && input.value === textOf(value)) close(); };
    }
    if (table?.dataset.edit) {
      const first = $("td[data-column]", table);
      if (first) first.tabIndex = 0;
      table.addEventListener("dblclick", (event) => {
        const cell = event.target.closest("td[data-column]");
        if (cell) { event.preventDefault(); edit(cell); }
      });
      table.addEventListener("keydown", (event) => {
        const cell = event.target;
        if (cell.tagName !== "TD") return;
        const row = cell.parentElement;
        const to = {ArrowLeft: cell.previousElementSibling, ArrowRight: cell.nextElementSibling,
          ArrowUp: row.previousElementSibling?.cells[cell.cellIndex], ArrowDown: row.nextElementSibling?.cells[cell.cellIndex]}[event.key];
        if (to) { event.preventDefault(); cell.tabIndex = -1; to.tabIndex = 0; to.focus(); }
        if ((event.key === "Enter" || event.key === "F2") && cell.dataset.column !== undefined) { event.preventDefault(); edit(cell); }
      });
    }

    // A file that is dropped on the page, or chosen, is sent with all that is told meanwhile; several come one after another

    const importing = $("#import");
    if (importing) {
      const place = $("#importing"), bar = $("progress", place), told = $("[role=status]", place), wrong = $("#import-problem");
      const files = [];
      let sending = null;
      const size = (bytes) => bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
      const last = (text) => { try { return JSON.parse(text.trimEnd().split("\n").pop()); } catch { return {}; } };
      const refuse = (text) => { wrong.hidden = false; wrong.textContent = wrong.textContent ? `${wrong.textContent}\n${text}` : text; wrong.scrollIntoView({block: "nearest"}); };
      const send = () => {
        const file = files.shift();
        place.hidden = !file;
        if (!file) { sending = null; return; }
        const most = Number(importing.dataset.largest);
        if (file.size > most) { refuse(`${file.name}: it is larger than ${size(most)}, which is what this server takes.`); send(); return; }
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
        let rows = 0;
        sending.onprogress = () => {
          if (sending.status !== 200) return;
          rows = last(sending.responseText.slice(0, sending.responseText.lastIndexOf("\n"))).rows ?? rows;
          bar.removeAttribute("value");
          told.textContent = `${file.name}: ${rows.toLocaleString("en")} rows read`;
        };
        sending.onload = () => {
          const news = last(sending.responseText);
          if (news.imported !== undefined) {
            say(`${news.imported.toLocaleString("en")} rows imported from ${file.name}.`);
            if (!files.length && !document.body.dataset.live) location.assign($(".crumbs a:last-child").href);
          } else refuse(`${file.name}: ${news.error?.message ?? "The server gave no answer."}`);
          send();
        };
        sending.onerror = () => { refuse(`${file.name}: the server is not there any more.`); send(); };
        sending.onabort = () => { say(`${file.name}: cancelled, nothing was imported.`); send(); };
        bar.value = 0;
        told.textContent = file.name;
        place.scrollIntoView({block: "nearest"});
        sending.send(fields);
      };
      const take = (chosen) => {
        if (!sending) { wrong.hidden = true; wrong.textContent = ""; }
        files.push(...chosen);
        if (!sending) send();
      };
      $("button", place).onclick = () => { files.length = 0; sending?.abort(); };
      importing.addEventListener("submit", (event) => {
        event.preventDefault();
        take($("[name=file]", importing).files);
      });
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

    // Filters: what is empty need not stand in the address

    $(".filters")?.addEventListener("submit", (event) => {
      for (const condition of event.target.querySelectorAll(".condition")) {
        if (!$("select", condition).value) for (const field of condition.querySelectorAll("select, input")) field.disabled = true;
      }
      const search = $("[name=q]", event.target);
      if (!search.value) search.disabled = true;
    });
    addEventListener("pageshow", () => { for (const field of document.querySelectorAll(".filters :disabled")) field.disabled = false; });

    // SQL: run without leaving the page, so that it can be stopped

    const sql = $("#sql");
    if (sql) {
      const statement = $("#statement");
      const stop = $("#stop");
      const history = $("#history");
      const past = () => { try { return JSON.parse(localStorage.getItem("orda-sql") ?? "[]"); } catch { return []; } };
      const list = () => {
        const texts = past();
        history.hidden = !texts.length;
        $("ol", history).replaceChildren(...texts.map((text) => {
          const item = document.createElement("li");
          const button = document.createElement("button");
          button.type = "button";
          button.className = "quiet";
          button.textContent = text.length > 120 ? text.slice(0, 119) + "…" : text;
          button.onclick = () => { statement.value = text; statement.focus(); };
          item.append(button);
          return item;
        }));
      };
      list();
      sql.addEventListener("submit", async (event) => {
        event.preventDefault();
        const fields = new URLSearchParams(new FormData(sql, event.submitter));
        const text = statement.value.trim();
        if (!text) return;
        localStorage.setItem("orda-sql", JSON.stringify([text, ...past().filter((each) => each !== text)].slice(0, 30)));
        const address = `${sql.action.split("?")[0]}?${fields}`;
        const id = crypto.randomUUID?.() ?? String(Math.random());
        fields.set("run-id", id);
        stop.hidden = false;
        stop.onclick = () => post(sql.dataset.stop, {run: id});
        const result = $("#result");
        result.setAttribute("aria-busy", "true");
        try {
          const answer = sql.method === "post"
            ? await fetch(sql.action, {method: "POST", body: fields})
            : await fetch(`${sql.action.split("?")[0]}?${fields}`);
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const fresh = $("#result", page);
          if (fresh) result.replaceChildren(...fresh.childNodes); else result.textContent = $(".problem", page)?.textContent ?? "";
          const wanted = $(".parameters", page), had = $(".parameters", sql);
          if (wanted && !had) statement.after(wanted); else if (wanted) had.replaceWith(wanted); else had?.remove();
          if (sql.method !== "post") window.history.replaceState(null, "", address);
          if (wanted && !had) $("input", wanted)?.focus();
        } catch { result.textContent = "The server is not there."; }
        result.removeAttribute("aria-busy");
        stop.hidden = true;
        list();
      });
      statement.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); sql.requestSubmit($("[name=run]", sql)); }
      });
    }

    // The log of changes

    const changes = $("#changes");
    if (changes) {
      const source = new EventSource(changes.dataset.changes);
      const lines = $("tbody", changes);
      const line = (texts) => {
        $("#quiet").hidden = true;
        const row = lines.insertRow(0);
        for (const text of texts) row.insertCell().textContent = text;
        mark(row, "came");
        while (lines.rows.length > 500) lines.lastElementChild.remove();
      };
      const shown = (value) => value === null ? "NULL" : typeof value === "object" ? Object.values(value).join(" ") : String(value);
      source.addEventListener("change", (event) => {
        const batch = JSON.parse(event.data);
        const time = new Date().toLocaleTimeString();
        for (const row of batch.rows) line([time, row.table, row.kind, row.key.map(shown).join(", "), row.columns?.join(", ") ?? ""]);
        if (batch.more) line([time, "", `${batch.more} more rows`, "", ""]);
        for (const name of batch.unknown) line([time, name === "*" ? "any table" : name, "changed, it is not told how", "", ""]);
      });
      source.addEventListener("gap", () => line(["", "", "some changes are missing here", "", ""]));
      addEventListener("pagehide", () => source.close());
    }

    // Keys: / searches, j and k go through the rows, Enter opens one, n and p turn pages, u undoes

    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, button")) return;
      const rows = body ? [...body.rows] : [];
      const at = rows.findIndex((row) => row.classList.contains("focus"));
      const go = (place) => {
        rows[at]?.classList.remove("focus");
        rows[place]?.classList.add("focus");
        rows[place]?.scrollIntoView({block: "nearest"});
      };
      switch (event.key) {
        case "/": { const field = $("[data-key='/']") ?? $("#statement"); if (field) { event.preventDefault(); field.focus(); } break; }
        case "j": if (at + 1 < rows.length) go(at + 1); break;
        case "k": if (at > 0) go(at - 1); break;
        case "Enter": if (event.target === document.body || event.target.id === "content") $("td.go a", rows[at] ?? document.createElement("i"))?.click(); break;
        case "n": $("a[rel=next]")?.click(); break;
        case "p": $("a[rel=prev]")?.click(); break;
        case "u": if (table?.dataset.edit) undo(); break;
      }
    });
    """#
}
