// Plain JavaScript, so that a Node too old to read TypeScript can still say what is wrong.
const NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(`The playground needs Node ${NEEDED}, this is ${process.version}. Run: npm ci && npm run playground`);
  process.exit(1);
}
try {
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv.slice(2), process.env);
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') throw error;
  const [first] = error.message.split('\n');
  console.error(`A package is missing (${first}). Run: npm ci`);
  process.exitCode = 1;
}
