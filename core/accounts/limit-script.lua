-- Counts in Redis, all counters of a call in one atomic step.
--
-- A counter is one packed string: the day, its units, the units restored after a data loss, the number of
-- takes in the window, the epoch of its creation, and the takes. The takes are cells of time and number,
-- oldest first. With a limit up to 1,000, each millisecond has its own cell. With a higher limit, the takes
-- of a thousandth of the window share one. Such a cell expires with its last take, so a counter never
-- exceeds its limit. A counter has at most 9 KB.
--
-- `ARGV` starts with the window, the deadline, the time (0: the server's) and the epoch. Next is 1 if the
-- last key must hold that epoch. Then follow for each call: the operation, the units, their day, and the
-- number of counters. Each counter has its limits per minute and per day (-1: none).
--
-- An operation in capitals also raises each counter. Four more numbers follow its limits: the minimum of
-- takes in the window, the takes to add, the minimum of daily units, and the daily units before the data
-- loss. The counter of `merge` is followed by a number of pairs of age and number: takes that were counted
-- while the server was unavailable. `back` refunds daily units.
--
-- Returns 1 if the deadline has passed, 2 if the epoch differs, or 0, and then the time. For each call
-- follow its status and the number of the counter that refused it. For each counter follow its takes in the
-- window, the milliseconds until the first of them expires, and the daily units.
local call, pack, unpack, floor, max = redis.call, struct.pack, struct.unpack, math.floor, math.max
local window, deadline, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stamp = now
if now == 0 then
  local time = call('TIME')
  now = time[1] * 1000 + floor(time[2] / 1000)
  stamp = now + 1
end
if deadline > 0 and now > deadline then return { 1, now } end
local epoch = tonumber(ARGV[4])
if ARGV[5] == '1' and call('GET', KEYS[#KEYS]) ~= ARGV[4] then return { 2, now } end
local dayMs, cellBytes, headBytes = 86400000, 9, 24
local today = floor(now / dayMs)

local function push(counter, count, time)
  if counter.perMinute < 0 or count < 1 then return end
  local cells = counter.cells
  counter.inside = counter.inside + count
  if cells ~= '' then
    local lastTime, lastCount = unpack('<I6I3', cells, #cells - cellBytes + 1)
    local grain = counter.perMinute > 1000 and math.ceil(window / 1000) or 1
    time = max(time, lastTime)
    if floor(time / grain) == floor(lastTime / grain) and lastCount + count < 16777216 then
      counter.cells = cells:sub(1, -cellBytes - 1) .. pack('<I6I3', time, lastCount + count)
      return
    end
  end
  counter.cells = cells .. pack('<I6I3', time, count)
end

local function open(key, perMinute, perDay)
  local text = call('GET', key)
  if not text then
    return {
      key = key, perMinute = perMinute, perDay = perDay,
      day = today, used = 0, restored = 0, inside = 0, epoch = epoch, cells = '',
    }
  end
  local day, used, restored, inside, madeIn = unpack('<I4I6I6I4I4', text)
  -- Setting the clock back does not start a new day.
  if day < today then day, used, restored = today, 0, 0 end
  local at, length = headBytes + 1, #text
  while at <= length do
    local time, count = unpack('<I6I3', text, at)
    if now - time < window then break end
    inside = inside - count
    at = at + cellBytes
  end
  local cells = text:sub(at)
  if cells ~= '' and unpack('<I6', text, length - cellBytes + 1) > now + window then
    cells = pack('<I6I3', now, inside)
  end
  return {
    key = key, perMinute = perMinute, perDay = perDay,
    day = day, used = used, restored = restored, inside = inside, epoch = madeIn, cells = cells,
  }
end

local function raise(counter, inside, more, used, restored)
  -- A counter of an earlier epoch was not lost: its takes are a minimum and are not added.
  if counter.epoch ~= epoch then
    inside, more, used, restored = max(inside, more), 0, max(used, restored), -1
  end
  local missing = max(0, inside - counter.inside) + more
  push(counter, missing, stamp)
  counter.isRaised = missing > 0 or used > counter.used or restored > counter.restored
  if used > counter.used then
    counter.restored = counter.restored + used - counter.used
    counter.used = used
  end
  -- Each hub knows a part of the units before the data loss. The largest number counts.
  if restored > counter.restored then
    counter.used = counter.used + restored - counter.restored
    counter.restored = restored
  end
end

local function save(counter, hasDay)
  local head = pack('<I4I6I6I4I4', counter.day, counter.used, counter.restored, counter.inside, counter.epoch)
  local keptMs = hasDay and max(1, (counter.day + 2) * dayMs - now) or 2 * window
  call('SET', counter.key, head .. counter.cells, 'PX', keptMs)
end

local answer, size = { 0, now }, 2
local at, last, keyIndex = 6, #ARGV, 0
while at <= last do
  local op, units, given, count = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  at = at + 4
  local isRaising = op == op:upper()
  op = op:lower()
  local counters, status, refused = {}, 0, 0
  for index = 1, count do
    keyIndex = keyIndex + 1
    local counter = open(KEYS[keyIndex], tonumber(ARGV[at]), tonumber(ARGV[at + 1]))
    at = at + 2
    if isRaising then
      raise(counter, tonumber(ARGV[at]), tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]))
      at = at + 4
    end
    counters[index] = counter
    if status == 0 and (op == 'take' or op == 'charge') then
      if op == 'take' and counter.perMinute >= 0 and counter.inside + units > counter.perMinute then
        status, refused = 1, index
      elseif counter.perDay >= 0 and counter.used + units > counter.perDay then
        status, refused = 2, index
      end
    end
  end
  for index = 1, count do
    local counter = counters[index]
    if status == 0 and op ~= 'look' then
      if op == 'take' then
        push(counter, units, stamp)
        counter.used = counter.used + units
      elseif op == 'charge' then
        counter.used = counter.used + units
      elseif counter.day == given then
        counter.used = max(0, counter.used + units)
      end
      if op == 'merge' then
        local pairs = tonumber(ARGV[at])
        for pair = 1, pairs do
          push(counter, tonumber(ARGV[at + 2 * pair]), stamp - tonumber(ARGV[at + 2 * pair - 1]))
        end
        at = at + 1 + 2 * pairs
      end
      save(counter, given >= 0)
    elseif counter.isRaised then
      save(counter, given >= 0)
    end
  end
  answer[size + 1], answer[size + 2] = status, refused
  size = size + 2
  for index = 1, count do
    local counter, resetMs = counters[index], 0
    if counter.cells ~= '' then resetMs = unpack('<I6', counter.cells) + window - now end
    answer[size + 1], answer[size + 2], answer[size + 3] = counter.inside, resetMs, counter.used
    size = size + 3
  end
end
return answer
