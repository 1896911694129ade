local ASK = "http://127.0.0.1:8002/"
-- What the gate reads of a request, beside what a signature covers. HAProxy 2.6 dies of a request with too many lines.
local READ = {
  "user-agent", "accept", "if-none-match", "origin", "access-control-request-method", "sec-fetch-dest",
  "signature", "signature-input", "signature-agent"
}
local MOST_COVERED = 20
-- In bytes. A host that a signature covers is sent twice, and no name is longer.
local LONGEST_HOST = 300
-- Of an answer in Lua, in bytes: HAProxy holds it in one buffer. Longer files come from the gate itself.
local LONGEST_BODY = 8192
-- What belongs to a connection, or to a body that the gate does not get.
local DROPPED = {
  ["connection"] = true, ["content-length"] = true, ["expect"] = true, ["keep-alive"] = true, ["te"] = true,
  ["transfer-encoding"] = true, ["upgrade"] = true, ["date"] = true, ["acap-verdict"] = true
}

-- All values of a name as one.
local function joined(values)
  local all = {}
  for i = 0, #values do all[i + 1] = values[i] end
  return table.concat(all, ", ")
end

-- The headers for the gate: each name is one line.
local function for_gate(headers)
  local sent, count = {}, 0
  local function copy(name)
    if headers[name] ~= nil then sent[name] = { joined(headers[name]) } end
  end
  for _, name in ipairs(READ) do copy(name) end
  for name in string.gmatch((sent["signature-input"] or { "" })[1], '"([%w-]+)"') do
    if count < MOST_COVERED and sent[name] == nil and headers[name] ~= nil and not DROPPED[name] then
      count = count + 1
      copy(name)
    end
  end
  if #(sent["host"] or { "" })[1] > LONGEST_HOST then sent["host"] = nil end
  return sent
end

-- Calls `each` with every name and value of an answer that reaches the client.
local function each_header(headers, each)
  for name, values in pairs(headers) do
    if not DROPPED[name] then
      for i = 0, #values do each(name, values[i]) end
    end
  end
end

core.register_action("acap", { "http-req" }, function(txn)
  local sent = for_gate(txn.http:req_get_headers())
  -- The client would name itself.
  sent["user-agent"] = sent["user-agent"] or { "" }
  sent["x-forwarded-method"] = { txn.f:method() }
  sent["x-forwarded-uri"] = { txn.f:pathq() or txn.f:url() }
  sent["x-forwarded-host"] = { txn.f:req_fhdr("host") or "" }
  sent["x-forwarded-proto"] = { txn.f:ssl_fc() == 1 and "https" or "http" }
  sent["x-forwarded-for"] = { txn.f:src() }
  local answer = core.httpclient():get({ url = ASK, headers = sent })
  local verdict = answer.headers and answer.headers["acap-verdict"]
  if verdict == nil then return end
  txn:set_var("txn.acap_answered", true)
  if verdict[0] == "permit" then
    txn:set_priv(answer.headers)
    return
  end
  if #answer.body > LONGEST_BODY then
    txn:set_var("txn.acap_long_answer", true)
    return
  end
  local reply = txn:reply({ status = answer.status })
  each_header(answer.headers, function(name, value) reply:add_header(name, value) end)
  reply:set_body(answer.body)
  txn:done(reply)
end)

-- Puts on the page what the gate says of it.
core.register_action("acap-page", { "http-res" }, function(txn)
  local headers = txn:get_priv()
  if headers == nil then return end
  each_header(headers, function(name, value) txn.http:res_add_header(name, value) end)
end)
