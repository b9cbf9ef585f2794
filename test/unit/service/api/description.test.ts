import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** JSON Schema keywords that restrict values beyond names and types. */
const RULES = ['minimum', 'minLength', 'pattern', 'additionalProperties', 'format', 'x-tolerate-null'];
/** Restrictions of these kinds that are in the spec. */
const STATED = ['components.schemas.TranscriptionRequest.properties.file'];

describe('API description', () => {
  it('marks every rule that is not in the spec', () => {
    const document: unknown = parse(
      readFileSync(new URL('../../../../schemas/api.openapi.yaml', import.meta.url), 'utf8'),
    );
    const unmarked: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const isOurs = RULES.some((rule) => rule in value) && !('x-switchyard' in value);
      if (isOurs && !STATED.includes(path)) unmarked.push(path);
      for (const [name, one] of Object.entries(value)) visit(one, path === '' ? name : `${path}.${name}`);
    };
    visit(document, '');
    expect(unmarked).toEqual([]);
  });
});
