-- One of a hundred accounts.
function request()
  return wrk.format("GET", "/accounts/" .. math.random(1, 100))
end
