-- What wrk asks for: a page after another key each time. SERVE_PATH and SERVE_BODY have {key} where the key stands.
local path, body = os.getenv("SERVE_PATH"), os.getenv("SERVE_BODY")
local rows, pages = tonumber(os.getenv("SERVE_ROWS")), tonumber(os.getenv("SERVE_PAGES"))

function init()
  math.randomseed(1)
  wrk.headers["Authorization"] = os.getenv("SERVE_AUTHORIZATION")
  if body then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  end
end

function request()
  local key = tostring(math.random(0, pages - 1) * rows)
  return wrk.format(nil, (path:gsub("{key}", key)), nil, body and (body:gsub("{key}", key)))
end

function done(summary)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"failed":%d}', summary.requests, summary.duration,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
