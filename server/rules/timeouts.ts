/** Timeouts that were meant in another unit. */
import { preferred, replace } from '../fixes/fix.ts';
import type { FieldRule } from './rule.ts';
import { fileWith } from './words.ts';

export const timeoutInSeconds: FieldRule = {
  kind: 'field',
  concerns: ({ name }) => name === 'timeout',
  code: 'timeout-in-seconds',
  severity: 'warning',
  docs: {
    title: 'Timeout in seconds',
    why: 'The timeout is in milliseconds. Some tools use seconds, and no server answers reliably within a few hundred milliseconds.',
    wrong: fileWith('{"command": "docs-server", "timeout": 60}'),
    right: fileWith('{"command": "docs-server", "timeout": 60000}'),
  },
  check({ value }, _group, report) {
    // Another rule reports forms such as 010. Below 10 it may be a test, and above 600 a number of milliseconds.
    if (value.type !== 'number' || !Number.isInteger(value.value) || value.value < 10 || value.value > 600) return;
    if (String(value.value).length !== value.length) return;
    const seconds = value.value;
    const better = String(seconds * 1000);
    report(value, `"timeout" is in milliseconds. Use ${better} for ${seconds} seconds.`, {
      fixes: () => [preferred(`Change to ${better}`, replace(value, better))],
    });
  },
};
