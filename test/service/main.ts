/**
 * `npm run service -- [--port N] [--key K] [--order newestFirst|oldestFirst|none] [--seed N]`: runs the reference service until
 * Ctrl+C, on the loopback interface only.
 */
import { parseArgs } from 'node:util';
import { startService } from './index.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, key: { type: 'string' }, order: { type: 'string' }, seed: { type: 'string' } },
});
const order = (['newestFirst', 'oldestFirst', 'none'] as const).find((known) => known === values.order);
const port = values.port === undefined ? undefined : Number(values.port);
if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
  console.error('--port takes a number from 0 to 65535.');
  process.exit(2);
}
const service = await startService({
  ...(port !== undefined && { port }),
  ...(values.key !== undefined && { key: values.key }),
  ...(order !== undefined && { order }),
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  chunkDelayMs: 18,
  newRunEveryMs: 20_000,
}).catch((reason: unknown) => {
  console.error(`The service cannot start: ${reason instanceof Error ? reason.message : String(reason)}`);
  process.exit(1);
});
console.log(`Base URL  ${service.url}`);
console.log(`API key   ${service.key}`);
console.log(
  `Faults    POST ${service.url}/__faults with the key, for example {"path": "/v1/models", "effect": {"kind": "drop"}}`,
);
console.log('Ctrl+C ends it.');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close());
