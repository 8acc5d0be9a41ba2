/// The description of the API, for programs that make clients of it, or that test it.
enum OpenAPI {
  static let document: JSONText = {
    var json = JSONText()
    json.raw(text)
    return json
  }()

  private static let text: StaticString = """
    {"openapi":"3.1.0",
    "info":{"title":"orda serve","version":"1","description":"Tables of databases, to be read. The token is sent as a bearer's."},
    "security":[{"token":[]}],
    "paths":{
    "/api/databases":{"get":{"summary":"The databases that are served","responses":{"200":{"description":"They",
    "content":{"application/json":{"schema":{"type":"object","required":["databases"],"properties":{"databases":{"type":"array",
    "items":{"type":"object","required":["name","driver","url","writable"],"properties":{"name":{"type":"string"},
    "driver":{"type":"string"},"url":{"type":"string"},"writable":{"type":"boolean"}}}}}}}}},"default":{"$ref":"#/components/responses/Problem"}}}},
    "/api/tables":{"get":{"summary":"Tables and views","parameters":[{"$ref":"#/components/parameters/database"}],
    "responses":{"200":{"description":"They","content":{"application/json":{"schema":{"type":"object","required":["tables"],
    "properties":{"tables":{"type":"array","items":{"type":"object","required":["name","kind","key","columns"],
    "properties":{"name":{"type":"string"},"kind":{"type":"string"},"key":{"type":"array","items":{"type":"string"}},
    "columns":{"type":"array","items":{"type":"object","required":["name","type","nullable"],"properties":{"name":{"type":"string"},
    "type":{"type":"string"},"nullable":{"type":"boolean"}}}}}}}}}}}},"default":{"$ref":"#/components/responses/Problem"}}}},
    "/api/tables/{table}":{"get":{"summary":"Rows of a table, a page of them",
    "parameters":[{"name":"table","in":"path","required":true,"schema":{"type":"string"}},{"$ref":"#/components/parameters/database"},
    {"name":"filter","in":"query","description":"A condition: [column, comparison, value] as JSON; comparisons are eq, ne, lt, le, gt, ge, contains, begins, null, notnull.",
    "schema":{"type":"array","items":{"type":"string"}},"style":"form","explode":true},
    {"name":"q","in":"query","description":"What some column contains","schema":{"type":"string"}},
    {"name":"sort","in":"query","description":"The column to sort by","schema":{"type":"string"}},
    {"name":"desc","in":"query","description":"Sort descending","schema":{"type":"string"}},
    {"name":"rows","in":"query","schema":{"type":"integer","minimum":1,"maximum":10000,"default":100}},
    {"name":"after","in":"query","description":"As next of a page has it","schema":{"type":"string"}},
    {"name":"before","in":"query","description":"As previous of a page has it","schema":{"type":"string"}},
    {"name":"from","in":"query","description":"For tables without a key: after so many rows","schema":{"type":"integer","minimum":0,"maximum":1000000000}}],
    "responses":{"200":{"description":"The page","content":{"application/json":{"schema":{"type":"object",
    "required":["table","columns","rows","next","previous"],"properties":{"table":{"type":"string"},"columns":{"type":"array","items":{"type":"string"}},
    "rows":{"type":"array","items":{"type":"array"}},"next":{"type":["string","null"],"description":"The fields of the next page's address"},
    "previous":{"type":["string","null"]}}}}}},"default":{"$ref":"#/components/responses/Problem"}}}},
    "/api/query":{"get":{"summary":"Runs one statement that reads","parameters":[{"$ref":"#/components/parameters/database"},
    {"name":"sql","in":"query","required":true,"description":"The statement; its parameters are fields called p.NAME.","schema":{"type":"string","minLength":1}}],
    "responses":{"200":{"description":"Its rows","content":{"application/json":{"schema":{"type":"object","required":["columns","rows","more"],
    "properties":{"columns":{"type":"array","items":{"type":"object","required":["name","type"],"properties":{"name":{"type":"string"},"type":{"type":["string","null"]}}}},
    "rows":{"type":"array","items":{"type":"array"}},"more":{"type":"boolean"}}}}}},"default":{"$ref":"#/components/responses/Problem"}}}},
    "/api/changes":{"get":{"summary":"Changes as they happen","parameters":[{"$ref":"#/components/parameters/database"},
    {"name":"table","in":"query","schema":{"type":"array","items":{"type":"string"}},"style":"form","explode":true}],
    "responses":{"200":{"description":"Events called change: {sequence, origin, rows: [{table, kind, key, columns}], more, unknown}",
    "content":{"text/event-stream":{"schema":{"type":"string"}}}},"default":{"$ref":"#/components/responses/Problem"}}}}},
    "components":{"securitySchemes":{"token":{"type":"http","scheme":"bearer"}},
    "parameters":{"database":{"name":"database","in":"query","description":"Which database; the first one without it","schema":{"type":"string"}}},
    "responses":{"Problem":{"description":"Why not","content":{"application/json":{"schema":{"type":"object","required":["error"],
    "properties":{"error":{"type":"object","required":["kind","message"],"properties":{"kind":{"type":"string"},"message":{"type":"string"}}}}}}}}}}}
    """
}
