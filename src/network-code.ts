/** What a network's or TLS' own code means. */
export type NetworkProblem = 'name' | 'certificate' | 'no-tls' | 'other';

/** The name could not be looked up (`man getaddrinfo`). */
const NAME = /^(ENOTFOUND|EAI_AGAIN)$/;
/** Expired, of another name, or of an authority that is not trusted (Node.js, "X509 certificate error codes"). */
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
/** What answered does not speak TLS. */
const NO_TLS = /^(ERR_SSL_|EPROTO)/;

/** Reads a code such as ENOTFOUND or CERT_HAS_EXPIRED. */
export function networkProblemOf(code: string): NetworkProblem {
  if (NAME.test(code)) return 'name';
  if (CERTIFICATE.test(code)) return 'certificate';
  return NO_TLS.test(code) ? 'no-tls' : 'other';
}
