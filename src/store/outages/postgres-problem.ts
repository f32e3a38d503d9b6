import { type NetworkProblem, networkProblemOf } from '../../network-code.ts';

/** Where there is no answer. */
const UNREACHABLE = 'check DATABASE_URL and that the server runs';
const CONNECTION_ADVICE: Readonly<Record<NetworkProblem, string>> = {
  name: 'the name in DATABASE_URL cannot be looked up: check it, and DNS',
  certificate: 'the certificate is not trusted: add sslrootcert to DATABASE_URL (docs/database.md)',
  'no-tls': UNREACHABLE,
  other: UNREACHABLE,
};
/** By PostgreSQL's code, or the class that it begins with (PostgreSQL, "Error Codes"). */
const SERVER_ADVICE: readonly (readonly [prefix: string, advice: string])[] = [
  ['28', 'the server rejects the login: check user, password and sslmode in DATABASE_URL'],
  ['3D000', 'there is no such database: create it (docs/database.md), or correct DATABASE_URL'],
  ['53300', 'the server has no connection left: Mynah needs seven for each process (docs/database.md)'],
];
/** By the words of the driver, pg 8, which has no code for these. */
const DRIVER_ADVICE: readonly (readonly [words: string, advice: string])[] = [
  ['does not support SSL', 'the server does not use TLS: leave sslmode out of DATABASE_URL, or switch TLS on there'],
  ['password must be a string', 'the server wants a password: write it into DATABASE_URL, or set PGPASSWORD'],
];

/** Why a PostgreSQL server could not be used, and what to do. */
export interface PostgresProblem {
  /** PostgreSQL's or the system's code; the driver's own words where there is none. */
  readonly reason: string;
  readonly advice: string;
}

/** Explains an error of the driver from connecting, or from a first statement. */
export function postgresProblemOf(error: unknown): PostgresProblem {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: 'no answer' };
  if (code === undefined) {
    const [, advice = UNREACHABLE] = DRIVER_ADVICE.find(([words]) => message.includes(words)) ?? [];
    return { reason: message, advice };
  }
  const [, advice] = SERVER_ADVICE.find(([prefix]) => code.startsWith(prefix)) ?? [];
  return { reason: code, advice: advice ?? CONNECTION_ADVICE[networkProblemOf(code)] };
}
