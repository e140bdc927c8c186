/**
 * Counts in Redis, all counters of a call in one step. A counter is one packed string: the day, its
 * units, those of them that a server which forgot was told of, how many takes are in the window, the epoch
 * that it was made in, and the takes as cells of time and number, the oldest first. With
 * a limit up to 1,000 each millisecond has its cell; above, the takes of a thousandth of the window share
 * one, which is over when its last take is: a counter has 9 KB at most, and lets in no more than its limit.
 *
 * `ARGV`: the window, the time by which it must be done, the time (0: the server's), the epoch, and 1 if the
 * last key is to hold that epoch; then for each call
 * what to do, units, the day they are of and the number of its counters, and for each of those its limits
 * a minute and a day (-1: none). In capitals it goes on with what is to be raised: how many takes in the
 * window there are at least, how many there are besides those it has, how many units of the day there are
 * at least, and how many it had before the server forgot. `merge` has behind its counter how many pairs of
 * age and number follow: takes that were counted while the server was away. `back` gives units of the day
 * back.
 *
 * Answers 1 if it was too late, 2 if the epoch is another, else 0, and the time; then for each call what came of it, the number of the
 * counter that refused, and for each counter its takes in the window, after how many milliseconds the
 * first of them leaves it, and the units of the day.
 */
export const limitScript = `
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
      day = today, used = 0, told = 0, inside = 0, epoch = epoch, cells = '',
    }
  end
  local day, used, told, inside, madeIn = unpack('<I4I6I6I4I4', text)
  -- A clock that was set back gives nobody another day.
  if day < today then day, used, told = today, 0, 0 end
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
    day = day, used = used, told = told, inside = inside, epoch = madeIn, cells = cells,
  }
end

local function raise(counter, inside, more, used, told)
  -- A counter of an earlier epoch was not lost: there is at least that much, and not besides.
  if counter.epoch ~= epoch then
    inside, more, used, told = max(inside, more), 0, max(used, told), -1
  end
  local missing = max(0, inside - counter.inside) + more
  push(counter, missing, stamp)
  counter.isRaised = missing > 0 or used > counter.used or told > counter.told
  if used > counter.used then
    counter.told = counter.told + used - counter.used
    counter.used = used
  end
  -- Of what was before it forgot each hub knows a part: the most of those is what counts.
  if told > counter.told then
    counter.used = counter.used + told - counter.told
    counter.told = told
  end
end

local function save(counter, hasDay)
  local head = pack('<I4I6I6I4I4', counter.day, counter.used, counter.told, counter.inside, counter.epoch)
  local keptMs = hasDay and max(1, (counter.day + 2) * dayMs - now) or 2 * window
  call('SET', counter.key, head .. counter.cells, 'PX', keptMs)
end

local answer, size = { 0, now }, 2
local at, last, place = 6, #ARGV, 0
while at <= last do
  local op, units, given, count = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
  at = at + 4
  local isRaising = op == op:upper()
  op = op:lower()
  local counters, status, refused = {}, 0, 0
  for index = 1, count do
    place = place + 1
    local counter = open(KEYS[place], tonumber(ARGV[at]), tonumber(ARGV[at + 1]))
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
`;
