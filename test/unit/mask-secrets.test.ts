import { expect, it } from 'vitest';
import { maskUrl } from '../../common/mask-secrets.ts';

it('keeps all of a parameter that is no secret, also with an equals sign in its value', () => {
  expect(maskUrl('https://example.com/mcp?filter=a=b&token=k3Jq9vT2')).toBe(
    'https://example.com/mcp?filter=a=b&token=<secret>',
  );
});
