// Plain JavaScript, so that a Node too old to read TypeScript can still say what is wrong.
const NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `The playground needs Node ${NEEDED} or newer, and this is ${process.version}: start it with npm run playground.`,
  );
  process.exit(1);
}
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2), process.env);
