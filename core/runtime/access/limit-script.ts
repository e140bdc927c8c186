/**
 * Counts in Redis, all counters of a call in one step. A counter is one packed string: the day, its
 * units, those of them that a server which forgot was told of, how many takes are in the window, and those as cells of time and number, the oldest first. With
 * a limit up to 1,000 each millisecond has its cell; above, the takes of a thousandth of the window share
 * one, which is over when its last take is: a counter has 9 KB at most, and lets in no more than its limit.
 *
 * `ARGV`: what to do, the window, the time by which it must be done, the time (0: the server's), units,
 * the day they are of; then for each counter its limits a minute and a day (-1: none), how many takes in
 * the window there are at least, how many there are besides those it has, how many units of the day there
 * are at least, and how many it had before the server forgot. After them pairs of age and number, the takes that were counted while the server was away.
 *
 * Answers what came of it, the time, the number of the counter that refused, and for each counter its
 * takes in the window, after how many milliseconds the first of them leaves it, and the units of the day.
 */
export const limitScript = `
local op, window, deadline = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local now, units, given = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local stamp = now
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
  stamp = now + 1
end
if deadline > 0 and now > deadline then return { 3, now, 0 } end
local dayMs, cellBytes, headBytes = 86400000, 9, 20
local today = math.floor(now / dayMs)
local hasDay = given >= 0

local function push(counter, count, time)
  if counter.perMinute < 0 or count < 1 then return end
  local cells = counter.cells
  local grain = counter.perMinute > 1000 and math.ceil(window / 1000) or 1
  counter.inside = counter.inside + count
  if #cells > 0 then
    local lastTime, lastCount = struct.unpack('<I6I3', cells, #cells - cellBytes + 1)
    time = math.max(time, lastTime)
    if math.floor(time / grain) == math.floor(lastTime / grain) and lastCount + count < 16777216 then
      counter.cells = cells:sub(1, #cells - cellBytes) .. struct.pack('<I6I3', time, lastCount + count)
      return
    end
  end
  counter.cells = cells .. struct.pack('<I6I3', time, count)
end

local function open(index)
  local first = 6 + (index - 1) * 6
  local counter = {
    key = KEYS[index], day = today, used = 0, told = 0, inside = 0, cells = '',
    perMinute = tonumber(ARGV[first + 1]), perDay = tonumber(ARGV[first + 2]),
  }
  local text = redis.call('GET', counter.key)
  if text then
    local day, used, told, inside = struct.unpack('<I4I6I6I4', text)
    -- A clock that was set back gives nobody another day.
    if day >= today then counter.day, counter.used, counter.told = day, used, told end
    local at = headBytes + 1
    while at <= #text do
      local time, count = struct.unpack('<I6I3', text, at)
      if now - time < window then break end
      inside = inside - count
      at = at + cellBytes
    end
    counter.cells = text:sub(at)
    counter.inside = inside
    if #counter.cells > 0 and struct.unpack('<I6', text, #text - cellBytes + 1) > now + window then
      counter.cells = struct.pack('<I6I3', now, inside)
    end
  end
  local inside, used = tonumber(ARGV[first + 3]), tonumber(ARGV[first + 5])
  local missing = math.max(0, inside - counter.inside) + tonumber(ARGV[first + 4])
  push(counter, missing, stamp)
  counter.isRaised = missing > 0 or used > counter.used
  if used > counter.used then counter.used = used end
  -- Of what was before it forgot each hub knows a part: the most of those is what counts.
  local told = tonumber(ARGV[first + 6])
  if told > counter.told then
    counter.used = counter.used + told - counter.told
    counter.told = told
    counter.isRaised = true
  end
  return counter
end

local function save(counter)
  local head = struct.pack('<I4I6I6I4', counter.day, counter.used, counter.told, counter.inside)
  local keptMs = hasDay and math.max(1, (counter.day + 2) * dayMs - now) or 2 * window
  redis.call('SET', counter.key, head .. counter.cells, 'PX', keptMs)
end

local counters = {}
for index = 1, #KEYS do counters[index] = open(index) end

local status, refused = 0, 0
if op == 'take' or op == 'charge' then
  for index, counter in ipairs(counters) do
    if op == 'take' and counter.perMinute >= 0 and counter.inside + units > counter.perMinute then
      status = 1
    elseif counter.perDay >= 0 and counter.used + units > counter.perDay then
      status = 2
    end
    if status > 0 then
      refused = index
      break
    end
  end
end
if status == 0 and op ~= 'look' then
  for _, counter in ipairs(counters) do
    if op == 'take' then push(counter, units, stamp) end
    if op == 'merge' then
      for at = 7 + #KEYS * 6, #ARGV, 2 do push(counter, tonumber(ARGV[at + 1]), stamp - tonumber(ARGV[at])) end
    end
    if op == 'take' or op == 'charge' then
      counter.used = counter.used + units
    elseif counter.day == given then
      counter.used = math.max(0, counter.used + units)
    end
    save(counter)
  end
else
  for _, counter in ipairs(counters) do
    if counter.isRaised then save(counter) end
  end
end

local answer = { status, now, refused }
for _, counter in ipairs(counters) do
  local resetMs = 0
  if #counter.cells > 0 then resetMs = struct.unpack('<I6', counter.cells) + window - now end
  answer[#answer + 1] = counter.inside
  answer[#answer + 1] = resetMs
  answer[#answer + 1] = counter.used
end
return answer
`;
