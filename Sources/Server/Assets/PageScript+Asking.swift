extension PageScript {
  /// What is asked: filters, statements, the log of changes, keys.
  static let asking: StaticString = #"""
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
        let runs = true;
        stop.hidden = false;
        stop.onclick = async () => {
          // It may not have begun yet.
          while (runs && !(await post(sql.dataset.stop, {run: id})).ok) {
            await new Promise((ready) => setTimeout(ready, 200));
          }
        };
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
          window.history.replaceState(null, "", address);
          if (wanted && !had) $("input", wanted)?.focus();
        } catch { result.textContent = "The server is not there."; }
        result.removeAttribute("aria-busy");
        runs = false;
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
      const lines = $("tbody", changes);
      const line = (texts) => {
        $("#quiet").hidden = true;
        const row = lines.insertRow(0);
        for (const text of texts) row.insertCell().textContent = text;
        mark(row, "came");
        while (lines.rows.length > 500) lines.lastElementChild.remove();
      };
      const shown = (value) => value === null ? "NULL" : typeof value === "object" ? Object.values(value).join(" ") : String(value);
      follow(changes.dataset.changes, ({kind, batch}) => {
        if (kind === "gap") line(["", "", "some changes are missing here", "", ""]);
        if (kind !== "change") return;
        const time = new Date().toLocaleTimeString();
        for (const row of batch.rows) line([time, row.table, row.kind, row.key.map(shown).join(", "), row.columns?.join(", ") ?? ""]);
        if (batch.more) line([time, "", `${batch.more} more rows`, "", ""]);
        for (const name of batch.unknown) line([time, name === "*" ? "any table" : name, "changed, it is not told how", "", ""]);
      });
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
