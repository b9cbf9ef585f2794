import { collectGarbage } from '../collect-garbage.ts';

/** Collects garbage, and returns the bytes of the heap that are still in use. */
export function collected(): number {
  for (let turn = 0; turn < 3; turn++) collectGarbage();
  return process.memoryUsage().heapUsed;
}
