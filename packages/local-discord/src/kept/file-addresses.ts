/** The start of a file's address in what is kept: origin and signature are those of one visit. */
const KEPT_ORIGIN = 'local-discord:';

const ADDRESS = /(https?:\/\/[^/"\s\\]+)(\/attachments\/[^?"\s\\]+)\?[^"\s\\)>]*/g;

/** The addresses of this origin, without their signatures. Returns the paths found, too. */
export function detachAddresses(json: string, origin: string): { readonly json: string; readonly paths: Set<string> } {
  const paths = new Set<string>();
  const detached = json.replaceAll(ADDRESS, (whole, itsOrigin: string, path: string) => {
    if (itsOrigin !== origin) return whole;
    paths.add(path);
    return KEPT_ORIGIN + path;
  });
  return { json: detached, paths };
}

/** Gives all kept addresses the origin and the signature of this visit. */
export function attachAddresses(json: string, addressOf: (path: string) => string): string {
  return json.replaceAll(/local-discord:(\/attachments\/[^?"\s\\)>]+)/g, (_whole, path: string) => addressOf(path));
}
