/** The same key twice in one object. */
import type { ObjectRule } from './rule.ts';
import { fileWith, quote } from './words.ts';

export const duplicateKey: ObjectRule = {
  kind: 'object',
  code: 'duplicate-key',
  // The spec does not speak of it, and a JSON parser takes the file.
  severity: 'warning',
  docs: {
    title: 'Duplicate key',
    why: "JSON parsers, the agent's among them, keep the last of two equal keys without a word. What stands under the first one has no effect.",
    wrong: fileWith('{"command": "docs-server", "command": "docs"}'),
    right: fileWith('{"command": "docs-server"}'),
  },
  check({ members }, report) {
    for (const { key, live } of members) {
      if (live) continue;
      report(
        key,
        `${quote(key.value)} comes again further down, and the agent keeps only the last one: remove or rename this one.`,
      );
    }
  },
};
