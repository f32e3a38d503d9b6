/** A host as `URL.hostname` has it, without the brackets of an IPv6 address. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.+)\]$/, '$1');
}
