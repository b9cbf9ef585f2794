import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage, and returns the bytes of the heap that are still in use. */
export function collected(): number {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn++) gc();
  return process.memoryUsage().heapUsed;
}
