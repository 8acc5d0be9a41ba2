/// The script of all pages. Without it everything works but what is live, and what is edited in its place.
enum PageScript {
  /// All of it, as it is sent.
  static let text = [rows, importing, asking].map(\.description).joined(separator: "\n")

  /// What rows are shown by, followed and edited.
  private static let rows: StaticString = #"""
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
    const showWhetherEmpty = () => { const none = $("#none"); if (none) none.hidden = body.rows.length > 0; };
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
      showWhetherEmpty();
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
      showWhetherEmpty();
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
          if (news.count) $("#count").textContent = news.count;
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
    // Has a page be told of what happens: by the shared worker that all tabs have in common or, where there are none, by the tab that
    // holds the lock for it, or, without locks, by this one alone
    function follow(view, hear) {
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
      const script = document.createElement("script");
      script.src = "/assets/hub.js";
      script.onload = async () => {
        if (!locked) {
          const hub = createHub((_, news) => hear(news));
          watch = () => { hub.leave(name); hub.watch(view, name); };
          hub.watch(view, name);
          return;
        }
        await locked;
        const channel = new BroadcastChannel("orda");
        const lead = () => {
          const hub = createHub((tab, news) => tab === name ? hear(news) : channel.postMessage({to: tab, news}));
          const tabs = new Set();
          channel.addEventListener("message", ({data}) => {
            if (data.leave) hub.leave(data.from);
            if (!data.watch) return;
            hub.watch(data.watch, data.from);
            // A tab that ends in any way gives up its lock.
            if (tabs.has(data.from)) return;
            tabs.add(data.from);
            navigator.locks.request(data.from, () => { tabs.delete(data.from); hub.leave(data.from); });
          });
          watch = () => { hub.leave(name); hub.watch(view, name); };
          hub.watch(view, name);
          channel.postMessage({leads: true});
          return new Promise(() => {});
        };
        channel.addEventListener("message", ({data}) => {
          if (data.to === name) hear(data.news);
          if (data.leads) watch();
        });
        watch = () => { channel.postMessage({leave: true, from: name}); channel.postMessage({watch: view, from: name}); };
        watch();
        navigator.locks.request("orda-leads", lead);
        addEventListener("pagehide", () => channel.postMessage({leave: true, from: name}));
      };
      document.head.append(script);
    }
    if (document.body.dataset.live && body) follow(document.body.dataset.live, hear);

    // Editing in place: what a cell held is sent along, and what somebody else has written meanwhile is shown and kept

    const table = $("#rows");
    // The last edits of this tab, on whatever page of it
    const edits = {
      get all() { try { return JSON.parse(sessionStorage.getItem("orda-edits") ?? "[]"); } catch { return []; } },
      set all(list) { try { sessionStorage.setItem("orda-edits", JSON.stringify(list.slice(-100))); } catch { /* Too long to be kept. */ } },
    };
    async function post(address, fields) {
      const answer = await fetch(address, {method: "POST", body: new URLSearchParams(fields), headers: {Accept: "application/json"}});
      return {ok: answer.ok, body: await answer.json().catch(() => ({error: {message: "The server gave no answer."}}))};
    }
    function textOf(value) {
      if (value === "n") return "";
      const rest = value.slice(1);
      return "tDTSZj".includes(value[0]) ? decodeURIComponent(rest) : rest;
    }
    async function change({address, key, column, old, others}, fields, isUndo) {
      const answer = await post(address, {...others, key, [`old.${column}`]: old, ...fields});
      if (!answer.ok) return answer.body;
      const value = answer.body.values[0]?.value ?? old;
      if (value !== old && !isUndo) edits.all = [...edits.all, {address, key, column, old: value, value: old, others}];
      if (value !== old) {
        say(`${column} is changed.`, isUndo ? null : {title: "Undo", run: undo});
        // Where nothing is live the cell has to be brought up to date here.
        if (!document.body.dataset.live) location.reload();
      }
      return null;
    }
    async function undo() {
      const list = edits.all;
      const last = list.pop();
      if (!last) { say("There is nothing to undo."); return; }
      edits.all = list;
      const problem = await change(last, {[`value.${last.column}`]: last.value}, true);
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
        // Without a key a row is known by all that it holds.
        const others = {};
        if (table.dataset.whole !== undefined) {
          for (const {dataset} of cell.parentElement.cells) if (dataset.column !== undefined) others[`old.${dataset.column}`] = dataset.value;
        }
        const problem = await change({address: table.dataset.edit, key, column, old: cell.dataset.value, others}, {[`new.${column}`]: input.value});
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
    """#
}
