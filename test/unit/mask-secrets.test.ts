import { expect, it } from 'vitest';
import { maskArguments, maskUrl } from '../../common/text/mask-secrets.ts';

it('keeps all of a parameter that is no secret, also with an equals sign in its value', () => {
  expect(maskUrl('https://example.com/mcp?filter=a=b&token=k3Jq9vT2')).toBe(
    'https://example.com/mcp?filter=a=b&token=<secret>',
  );
});

it.each([
  'kubernetes-mcp-server-linux-amd64',
  'context7-mcp-server',
  'a2a-exchange-mcp',
  'fast-bitrix24-mcp',
  '12306-search-mcp',
])('keeps the name of a package: %s', (name) => {
  expect(maskArguments(['-y', name, `${name}@1.2.3`])).toEqual(['-y', name, `${name}@1.2.3`]);
});

it.each(['550e8400-e29b-41d4-a716-446655440000', 'a1b2c3-d4e5f6-g7h8i9-j0k1l2', 'k3jq9vt2mxw8lr5z-7f6e5d4c'])(
  'masks what looks like a key: %s',
  (key) => {
    expect(maskArguments([key])).toEqual(['<secret>']);
  },
);
