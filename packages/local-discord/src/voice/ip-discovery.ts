/** IP discovery: how a client behind NAT learns its own address from the media server (Discord's voice docs). */

const PACKET_BYTES = 74;
const REQUEST = 1;
const RESPONSE = 2;
/** Length after the type and length fields. */
const LENGTH = 70;
const ADDRESS_OFFSET = 8;

/** The requester's SSRC; `undefined` if the datagram is not a discovery request. */
export function readDiscoveryRequest(datagram: Buffer): number | undefined {
  if (datagram.length !== PACKET_BYTES || datagram.readUInt16BE(0) !== REQUEST) return undefined;
  return datagram.readUInt16BE(2) === LENGTH ? datagram.readUInt32BE(4) : undefined;
}

export function discoveryRequest(ssrc: number): Buffer {
  return discoveryPacket(REQUEST, ssrc);
}

export function discoveryResponse(ssrc: number, address: string, port: number): Buffer {
  const packet = discoveryPacket(RESPONSE, ssrc);
  packet.write(address, ADDRESS_OFFSET, 'latin1');
  packet.writeUInt16BE(port, PACKET_BYTES - 2);
  return packet;
}

/** The client's address as the server saw it; `undefined` if the datagram is not a discovery response. */
export function readDiscoveryResponse(datagram: Buffer): { address: string; port: number } | undefined {
  if (datagram.length !== PACKET_BYTES || datagram.readUInt16BE(0) !== RESPONSE) return undefined;
  const end = datagram.indexOf(0, ADDRESS_OFFSET);
  return { address: datagram.toString('latin1', ADDRESS_OFFSET, end), port: datagram.readUInt16BE(PACKET_BYTES - 2) };
}

function discoveryPacket(type: number, ssrc: number): Buffer {
  const packet = Buffer.alloc(PACKET_BYTES);
  packet.writeUInt16BE(type, 0);
  packet.writeUInt16BE(LENGTH, 2);
  packet.writeUInt32BE(ssrc, 4);
  return packet;
}
