/** Distinguishes public IP addresses from private and reserved ones. */
import { BlockList, isIP } from 'node:net';

// Two lists: in a single one, the range of IPv4-mapped IPv6 addresses would also match IPv4 addresses.
const localAddresses = new BlockList();
const localAddresses6 = new BlockList();
const localNets: readonly (readonly [net: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Unspecified, link-local, multicast, and documentation addresses, and all that contain an IPv4 address. */
const localNets6: readonly (readonly [net: string, bits: number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
for (const [net, bits] of localNets) localAddresses.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of localNets6) localAddresses6.addSubnet(net, bits, 'ipv6');

/** True for a public IP address. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone index is local to a network interface.
  if (address.includes('%')) return false;
  const version = isIP(address);
  if (version === 4) return !localAddresses.check(address, 'ipv4');
  return version === 6 && !localAddresses6.check(address, 'ipv6');
}
