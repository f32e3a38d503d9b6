import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { withoutBrackets } from './host-name.ts';

/** Whether an entry of NO_PROXY covers a host: a name in lower case, or an IP address without brackets. */
type CoversHost = (host: string) => boolean;

/**
 * Reads NO_PROXY: entries separated by commas or spaces. An entry is `*` for every host; a name, which covers the names
 * below it as well, with or without a leading dot; `*.NAME` for the names below it alone; an IP address; or a range of
 * addresses such as `10.0.0.0/8`. All but ranges may end with `:PORT`. Entries that can't be read cover nothing. That is what
 * curl, Go and undici have in common, and their extras. Returns whether a host, as in `URL.hostname`, is reached directly.
 */
export function readNoProxy(value: string): (hostname: string, port: number) => boolean {
  const entries = value
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .map((entry) => readEntry(entry.toLowerCase()));
  return (hostname, port) => {
    const host = withoutBrackets(hostname.toLowerCase()).replace(/(?<=.)\.$/, '');
    return entries.some((entry) => (entry.port === undefined || entry.port === port) && entry.covers(host));
  };
}

function readEntry(entry: string): { readonly covers: CoversHost; readonly port: number | undefined } {
  const range = readRange(entry);
  if (range !== undefined) return { covers: range, port: undefined };
  // An IPv6 address has colons of its own, so that its port follows brackets.
  const [, name = entry, port] = isIP(entry) === 6 ? [] : (/^(.+?)(?::(\d{1,5}))?$/.exec(entry) ?? []);
  return { covers: coversName(withoutBrackets(name)), port: port === undefined ? undefined : Number(port) };
}

function coversName(name: string): CoversHost {
  if (name === '*') return () => true;
  if (isIP(name) !== 0) return coversAddresses((list, family) => list.addAddress(name, family), name);
  const isBelowOnly = name.startsWith('*.');
  const domain = domainToASCII(name.replace(/^\*?\./, '').replace(/\.$/, ''));
  if (domain === '') return () => false;
  return (host) => host.endsWith(`.${domain}`) || (!isBelowOnly && host === domain);
}

/** `undefined` for what is no range. */
function readRange(entry: string): CoversHost | undefined {
  const [, address = '', prefix = ''] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (prefix === '' || Number(prefix) > bits) return undefined;
  return coversAddresses((list, family) => list.addSubnet(address, Number(prefix), family), address);
}

/** Compares addresses as numbers: IPv6 has many spellings of one. */
function coversAddresses(fill: (list: BlockList, family: 'ipv4' | 'ipv6') => void, address: string): CoversHost {
  const list = new BlockList();
  fill(list, familyOf(address));
  return (host) => isIP(host) !== 0 && list.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
