/// The script that holds the streams of a browser, for all tabs: a shared worker, or, where there are none, whichever tab has got
/// the lock.
enum HubScript {
  static let text: StaticString = #"""
    "use strict";
    // Tabs ask for pages, and are told what becomes of them. A tab is whatever `tell` takes as one. All pages of rows share one stream;
    // the log of a database's changes has one of its own.
    function createHub(tell) {
      const watched = new Map();
      const logs = new Map();
      let source = null, stream = null, idle = null;
      async function post(what, view, tab) {
        if (!stream) return;
        try {
          const answer = await fetch(`/live/${stream}/${what}`, {
            method: "POST", body: new URLSearchParams({view}), headers: {Accept: "application/json"},
          });
          if (!answer.ok && what === "watch") {
            const text = await answer.json().catch(() => null);
            tell(tab, {view, kind: "problem", message: text?.error?.message ?? "This page can't be followed."});
          }
        } catch { /* The stream tells that the server is gone. */ }
      }
      const all = (news) => { for (const tabs of watched.values()) for (const tab of tabs) tell(tab, news); };
      function open() {
        if (source) return;
        source = new EventSource("/live");
        source.addEventListener("hello", (event) => {
          stream = JSON.parse(event.data).stream;
          for (const [view, tabs] of watched) for (const tab of tabs) post("watch", view, tab);
        });
        source.addEventListener("news", (event) => {
          const news = JSON.parse(event.data);
          for (const tab of watched.get(news.view) ?? []) tell(tab, news);
        });
        source.onerror = () => {
          stream = null;
          all({kind: "lost"});
          // The browser comes again by itself, but not after an answer that is none.
          if (source && source.readyState === EventSource.CLOSED) {
            source = null;
            setTimeout(() => { if (watched.size) open(); }, 2000);
          }
        };
      }
      function close() { source?.close(); source = null; stream = null; }
      function log(address, tab) {
        if (!logs.has(address)) {
          const source = new EventSource(address);
          const tabs = new Set();
          logs.set(address, {source, tabs});
          const each = (news) => { for (const tab of tabs) tell(tab, news); };
          source.addEventListener("change", (event) => each({kind: "change", batch: JSON.parse(event.data)}));
          source.addEventListener("gap", () => each({kind: "gap"}));
        }
        logs.get(address).tabs.add(tab);
      }
      return {
        watch(view, tab) {
          if (view.startsWith("/api/")) { log(view, tab); return; }
          clearTimeout(idle);
          if (!watched.has(view)) watched.set(view, new Set());
          watched.get(view).add(tab);
          if (stream) post("watch", view, tab); else open();
        },
        leave(tab) {
          for (const [address, {source, tabs}] of logs) {
            if (tabs.delete(tab) && !tabs.size) { source.close(); logs.delete(address); }
          }
          for (const [view, tabs] of watched) {
            if (!tabs.delete(tab)) continue;
            post("unwatch", view, tab);
            if (!tabs.size) watched.delete(view);
          }
          clearTimeout(idle);
          if (!watched.size) idle = setTimeout(close, 3000);
        },
      };
    }
    if (typeof SharedWorkerGlobalScope !== "undefined") {
      const hub = createHub((port, news) => port.postMessage(news));
      self.onconnect = (event) => {
        const port = event.ports[0];
        port.onmessage = ({data}) => {
          if (data.watch) hub.watch(data.watch, port);
          if (data.leave) hub.leave(port);
          // A tab that ends in any way gives up its lock.
          if (data.lock) self.navigator.locks?.request(data.lock, () => hub.leave(port));
        };
      };
    }
    """#
}
