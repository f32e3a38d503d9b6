import { setTimeout as delay } from 'node:timers/promises';
import { MYNAH_IN_PROCESS, openEntrant, STOCK } from './rig/entrant.ts';
import { openRig } from './rig/rig.ts';

const n = Number(process.argv[2] ?? 100);
const which = process.argv[3] === 'stock' ? STOCK : MYNAH_IN_PROCESS;
await using rig = await openRig();
await using entrant = await openEntrant(rig, which, n);
await entrant.fill(n);
await entrant.speak();
await delay(1000);
const s = await entrant.measure(10_000);
console.log(s.wire.packets, ((s.cpuMs * 1000) / s.wire.packets).toFixed(1), 'us/packet', s.busiest);
await entrant.stopAll();
