-- Transfers of a cent between a hundred accounts, each with an id of its own.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init()
  math.randomseed(os.time() * 100 + number)
end

local function hex(count)
  local text = ""
  for _ = 1, count do text = text .. string.format("%04x", math.random(0, 65535)) end
  return text
end

function request()
  local source = math.random(1, 100)
  local target = (source + math.random(0, 98)) % 100 + 1
  local id = hex(2) .. "-" .. hex(1) .. "-" .. hex(1) .. "-" .. hex(1) .. "-" .. hex(3)
  local body = string.format('{"id":"%s","source":%d,"target":%d,"cents":1}', id, source, target)
  return wrk.format("POST", "/transfers", {["Content-Type"] = "application/json"}, body)
end
