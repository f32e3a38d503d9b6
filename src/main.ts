/** The entry by the name that deployments may know it by. */
await import('./main.js');
