# Multicast and mapped addresses are judged as the hub's outbound connections must: by what they reach.
import ipaddress, random
random.seed(1)
blocks = """0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
224.0.0.0/4 240.0.0.0/4 8.0.0.0/8 1.0.0.0/8 ::/128 ::1/128 ::ffff:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16
3fff::/20 5f00::/16 fc00::/7 fe80::/10 ff00::/8 2600::/12 2a00::/12 2400::/12""".split()
texts = json.load(sys.stdin)
for block in map(ipaddress.ip_network, blocks):
  first, size = int(block.network_address), block.num_addresses
  kind = ipaddress.IPv4Address if block.version == 4 else ipaddress.IPv6Address
  numbers = {first, first + size - 1} | {first + random.randrange(size) for _ in range(6)}
  texts += [str(kind(number)) for number in sorted(numbers)]
def verdict(text):
  try: address = ipaddress.ip_address(text)
  except ValueError: return {"text": text, "valid": False, "public": False, "unallocated": False}
  address = getattr(address, "ipv4_mapped", None) or address
  public = address.is_global and not address.is_multicast and not getattr(address, "sixtofour", None)
  unallocated = public and address.version == 6 and address not in ipaddress.ip_network("2000::/3")
  return {"text": text, "valid": "%" not in text, "public": public, "unallocated": unallocated}
print(json.dumps([verdict(text) for text in texts]))
