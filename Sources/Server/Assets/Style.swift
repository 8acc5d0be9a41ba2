/// How pages look: a light and a dark scheme, after what the reader has set.
enum Style {
  static let text: StaticString = """
    :root{--paper:#fcfcfb;--sheet:#fff;--ink:#1d2025;--soft:#5b616b;--line:#e3e4e1;--head:#f5f5f2;--accent:#1f57ad;--tint:#eaf1fb;
    --mark:#ffe9a8;--bad:#a3261c;--badtint:#fdeeec;--good:#1c7a45;--mono:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;
    --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;color-scheme:light dark}
    @media(prefers-color-scheme:dark){:root{--paper:#15171a;--sheet:#1a1d21;--ink:#e4e6e9;--soft:#9aa2ad;--line:#2c3036;--head:#20242a;
    --accent:#86b4f5;--tint:#1f2b3d;--mark:#5a4a12;--bad:#ff9c92;--badtint:#371f1d;--good:#6fd39a}}
    *{box-sizing:border-box}
    html{font:15px/1.5 var(--sans);background:var(--paper);color:var(--ink);-webkit-text-size-adjust:100%}
    body{margin:0}
    a{color:var(--accent);text-decoration:none}
    a:hover{text-decoration:underline}
    p a,li a,.more a{text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:2px;text-decoration-color:color-mix(in srgb,currentColor 40%,transparent)}
    :focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
    main:focus{outline:none}
    .skip{position:absolute;left:-999px}
    .skip:focus{left:8px;top:8px;background:var(--sheet);padding:6px 10px;z-index:9}
    [hidden]{display:none!important}
    .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    header{display:flex;flex-wrap:wrap;gap:4px 28px;align-items:baseline;justify-content:space-between;padding:11px 24px;border-bottom:1px solid var(--line);background:var(--sheet)}
    .crumbs{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 9px;min-width:0;overflow-wrap:anywhere}
    .crumbs a{color:var(--ink)}
    .crumbs a:last-child{font-weight:600}
    .mark{font-weight:700!important;letter-spacing:.01em;color:var(--accent)!important}
    .step{color:var(--line)}
    .parts{display:flex;gap:4px 20px;flex-wrap:wrap}
    .parts a{color:var(--soft);padding:2px 0;border-bottom:2px solid transparent}
    .parts a:hover{text-decoration:none;color:var(--ink)}
    .parts a[aria-current]{color:var(--ink);border-color:var(--accent)}
    main{padding:22px 24px 56px;max-width:1500px}
    h1{font-size:22px;line-height:1.25;margin:0 0 6px;font-weight:640;letter-spacing:-.01em;overflow-wrap:anywhere}
    h1 .key{color:var(--soft);font-weight:400}
    h2{font-size:15px;font-weight:640;margin:30px 0 9px;overflow-wrap:anywhere}
    .title{display:flex;flex-wrap:wrap;align-items:baseline;gap:2px 20px}
    .facts{color:var(--soft);margin:0 0 6px;display:flex;flex-wrap:wrap;gap:2px 16px}
    .url{color:var(--soft);font:13px/1.5 var(--mono);overflow-wrap:anywhere;margin:0 0 6px}
    .live{color:var(--good)}
    .live::before{content:"";display:inline-block;width:7px;height:7px;border-radius:50%;background:currentColor;margin-right:7px;vertical-align:1px}
    .live.off{color:var(--soft)}
    .note,.empty{color:var(--soft);margin:8px 0;max-width:80ch}
    .note code{font:13px var(--mono)}
    .problem{color:var(--bad);background:var(--badtint);border-left:3px solid var(--bad);padding:8px 12px;margin:10px 0;max-width:90ch;overflow-wrap:anywhere;white-space:pre-wrap}
    .problem table{color:var(--ink);white-space:normal}
    .scroll{overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--sheet);margin:12px 0}
    .scroll:focus-visible{outline-offset:0}
    table{border-collapse:collapse;width:100%;font-size:14px;font-variant-numeric:tabular-nums}
    th,td{text-align:left;padding:6px 13px;border-bottom:1px solid var(--line);vertical-align:top}
    tbody tr:last-child>*{border-bottom:0}
    thead th{background:var(--head);font-weight:600;white-space:nowrap;font-size:13px}
    thead th a{color:var(--ink)}
    tbody tr:hover{background:color-mix(in srgb,var(--tint) 45%,transparent)}
    td{max-width:46ch;overflow-wrap:anywhere;white-space:pre-wrap}
    #rows td:not(.number):not(.go){min-width:8em}
    #result .scroll{width:fit-content;max-width:100%}
    #result table{width:auto}
    .number{text-align:right;white-space:nowrap}
    .go{width:1%;padding-right:0;text-align:center}
    td.go a{color:var(--soft);padding:0 4px}
    td.go a:hover{color:var(--accent);text-decoration:none}
    .null{color:var(--soft);font-size:12px;letter-spacing:.02em}
    .bytes,td code{font:13px var(--mono)}
    .whole{margin-left:7px;font-size:13px}
    .list .columns{color:var(--soft);max-width:none;white-space:normal}
    .list .name{white-space:nowrap;font-weight:560}
    .row th{width:1%;white-space:nowrap;font-weight:600}
    .row td{max-width:none}
    .type{color:var(--soft);font-weight:400;font-size:12px;margin-left:8px}
    .row .type{display:block;margin:0}
    .long{white-space:pre-wrap;max-height:24em;overflow:auto}
    pre{font:13px/1.5 var(--mono);overflow-x:auto;background:var(--head);padding:12px 14px;border-radius:8px;margin:8px 0}
    .count{color:var(--soft);margin-left:6px}
    .references{padding-left:18px;margin:6px 0}
    input,select,textarea,button,.button{font:inherit;color:var(--ink);background:var(--sheet);border:1px solid color-mix(in srgb,var(--soft) 55%,var(--line));border-radius:6px;padding:5px 10px;max-width:100%}
    textarea{width:100%;font:14px/1.5 var(--mono);resize:vertical;padding:10px 12px}
    button,.button{cursor:pointer;background:var(--head);display:inline-block}
    button:not(.quiet):not(.danger){background:var(--accent);border-color:var(--accent);color:var(--paper)}
    button:hover,.button:hover{filter:brightness(1.06);text-decoration:none}
    .danger{background:var(--bad);border-color:var(--bad);color:var(--paper)}
    .actions{display:flex;gap:10px;align-items:center;flex-wrap:wrap;margin:8px 0}
    .filters{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:end;margin:10px 0 4px}
    .filters .actions{margin:0}
    .filters label span:not(.hidden),.parameters span{display:block;font-size:12px;color:var(--soft)}
    .search input{width:16em}
    .conditions{display:flex;flex-wrap:wrap;gap:8px}
    .condition{border:0;padding:0;margin:0;display:flex;gap:4px;flex-wrap:wrap}
    .condition input{width:10em}
    .clear{align-self:center}
    .facets{display:flex;flex-wrap:wrap;gap:0 40px;border-top:1px solid var(--line);margin-top:12px}
    .facet{min-width:150px;max-width:300px}
    .facet h2{margin:14px 0 4px}
    .facet ul{list-style:none;padding:0;margin:0}
    .facet li{display:flex;justify-content:space-between;gap:12px}
    .facet li a{overflow:hidden;text-overflow:ellipsis;text-decoration:none}
    .close{color:var(--soft);font-weight:400}
    .pager{display:flex;gap:22px;margin:12px 0}
    .more{color:var(--soft);font-size:14px;margin:10px 0}
    .more p{margin:6px 0}
    summary{cursor:pointer}
    .sql{max-width:1000px}
    .sql>label{display:block;font-size:13px;color:var(--soft);margin-bottom:4px}
    .parameters{border:1px solid var(--line);border-radius:8px;display:flex;flex-wrap:wrap;gap:10px;margin:8px 0;padding:8px 12px}
    .parameters legend{font-size:12px;color:var(--soft)}
    .edit{max-width:720px}
    .field{margin:0 0 13px}
    .field>label:first-child,.field .label{display:block;font-weight:600;font-size:14px;margin-bottom:3px}
    .field input:not([type=checkbox]){width:100%}
    .check{color:var(--soft);font-size:13px;display:inline-flex;gap:6px;align-items:center;margin-top:4px}
    .field .problem{display:block;margin:4px 0}
    .diagram svg{display:block}
    .diagram rect{fill:var(--sheet);stroke:var(--soft)}
    .diagram a:hover rect{stroke:var(--accent)}
    .diagram text{fill:var(--soft);font-size:12.5px}
    .diagram .title{fill:var(--ink);font-weight:640;font-size:13.5px}
    .diagram .key{fill:var(--ink)}
    .line{fill:none;stroke:var(--accent);stroke-width:1.3;opacity:.75}
    .tip{fill:var(--accent)}
    .chart text{fill:var(--soft);font-size:12px}
    .axis{stroke:var(--line)}
    .bar,.dot{fill:var(--accent)}
    .dot{opacity:.7}
    .curve{fill:none;stroke:var(--accent);stroke-width:2}
    .end{text-anchor:end}
    .middle{text-anchor:middle}
    .changed{animation:fade 2.4s ease-out}
    .came>*{animation:fade 2.4s ease-out}
    @keyframes fade{from,30%{background:var(--mark)}to{background:transparent}}
    tr.focus>td{background:var(--tint)}
    td[data-column]{cursor:cell}
    td.editing{padding:2px 4px}
    td.editing input{width:100%;min-width:8em}
    #status{position:fixed;right:18px;bottom:14px;margin:0;padding:8px 14px;background:var(--ink);color:var(--paper);border-radius:8px;max-width:min(60ch,90vw);z-index:5}
    #status:empty{display:none}
    #status button{background:transparent;color:inherit;border-color:currentColor;margin-left:12px;padding:1px 9px}
    #importing{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;margin:10px 0}
    .import label{min-width:0;max-width:100%}
    progress{accent-color:var(--accent);width:16em;max-width:100%}
    .dropping main{outline:3px dashed var(--accent);outline-offset:-8px;border-radius:12px}
    @media(max-width:640px){header{padding:10px 14px}main{padding:16px 14px 48px}th,td{padding:6px 9px}.search,.search input,.conditions,.condition,.import label,.import input,.import select{width:100%}
    .condition label{flex:1 1 28%}.condition select,.condition input{width:100%}}
    @media(prefers-reduced-motion:reduce){.changed,.came>*{animation-duration:.01s}.changed,.came>*{box-shadow:inset 3px 0 var(--accent)}}
    @media(prefers-contrast:more){:root{--soft:var(--ink);--line:var(--ink)}}
    """
}
