import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A UDP socket over IPv4 that this process holds, as the kernel describes it. */
export interface OwnUdpSocket {
  /** File descriptor. */
  readonly fd: number;
  readonly port: number;
  /** Packets that the kernel dropped since the socket exists, because its receive buffer was full. */
  readonly drops: number;
}

/** Positions in a line of /proc/net/udp (proc_net_udp(5)). */
const LOCAL_ADDRESS = 1;
const INODE = 9;
const DROPS = 12;

/** The IPv4 UDP sockets of this process. Throws without /proc: Node itself names neither their descriptors nor drops. */
export function listOwnUdpSockets(): OwnUdpSocket[] {
  const descriptors = new Map(readdirSync('/proc/self/fd').flatMap(inodeOf));
  return parseUdpTable(readFileSync('/proc/self/net/udp', 'latin1')).flatMap(({ inode, port, drops }) => {
    const fd = descriptors.get(inode);
    return fd === undefined ? [] : [{ fd, port, drops }];
  });
}

/** Reads what /proc/net/udp says of every socket of the machine. */
export function parseUdpTable(table: string): { inode: string; port: number; drops: number }[] {
  const [, ...lines] = table.trim().split('\n');
  return lines.map((line) => {
    const fields = line.trim().split(/\s+/);
    const port = Number.parseInt(fields[LOCAL_ADDRESS]?.split(':')[1] ?? '', 16);
    return { inode: fields[INODE] ?? '', port, drops: Number(fields[DROPS]) };
  });
}

function inodeOf(fd: string): [string, number][] {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${fd}`)) ?? [];
    return inode === undefined ? [] : [[inode, Number(fd)]];
  } catch {
    // The descriptor of this very listing is closed by now.
    return [];
  }
}
