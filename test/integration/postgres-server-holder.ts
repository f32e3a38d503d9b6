/** A process that starts a PostgreSQL server, prints its address, and never stops it. */
import { startPostgresServer } from '../support/postgres-server.ts';

const server = await startPostgresServer();
process.stdout.write(`${server.adminUrl}\n`);
setInterval(() => undefined, 60_000);
