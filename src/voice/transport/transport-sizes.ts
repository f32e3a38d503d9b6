/** Bytes of the authentication tag after the encrypted part, in both modes. */
export const TAG_BYTES = 16;

/** The nonce of XChaCha20-Poly1305. */
export const NONCE_BYTES = 24;

/** The part of the nonce that travels, at the end of a packet: a 32-bit counter. The rest of the nonce is zero. */
export const NONCE_SUFFIX_BYTES = 4;

/** Bytes of an RTP header without CSRCs and extensions (RFC 3550 §5.1). */
export const RTP_HEADER_BYTES = 12;
