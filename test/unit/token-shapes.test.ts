/** Tokens that are recognizable by their shape alone. Written in parts, because services search repositories for secrets. */
import { expect, test } from 'vitest';
import { tokenIn } from '../../common/text/secrets.ts';

const random = 'k3Jq9vT2mXw8Lr5ZbN7cPd4fGh6sYu1oKa0eWi3xRt9jVz5nMq2l';
const hex = '3f9a1c7e5b2d8064a1f3c9e7b5d20486f1e3a9c7d5b20846f3e1c9a7b5d28046';
const letters = (count: number) => (random + random).slice(0, count);

test.each([
  ['Grafana', 'glsa_', `${letters(32)}_3f9a1c7e`],
  ['Doppler', 'dp.st.', `prd.${letters(40)}`],
  ['Vault', 'hvs.', letters(30)],
  ['Shopify', 'shpat_', hex.slice(0, 32)],
  ['Sentry', 'sntryu_', hex],
  ['PostHog', 'phx_', letters(43)],
  ['Databricks', 'dapi', hex.slice(0, 32)],
  ['Postman', 'PMAK-', `${hex.slice(0, 24)}-${hex.slice(0, 34)}`],
  ['New Relic', 'NRAK-', letters(27).toUpperCase()],
  ['Docker', 'dckr_pat_', letters(27)],
  ['PlanetScale', 'pscale_tkn_', letters(43)],
  ['Airtable', `pat${letters(14)}`, `.${hex}`],
  ['HubSpot', 'pat-na1-', '3f9a1c7e-5b2d-8064-a1f3-c9e7b5d20486'],
  ['Replicate', 'r8_', letters(37)],
  ['Resend', `re_${letters(8)}`, `_${letters(24)}`],
  ['Slack app', 'xapp-', `1-A012BCDEF34-1234567890123-${hex}`],
  ['Slack webhook', 'hooks.slack.com/services/', `T012BCDEF/B012BCDEF/${letters(24)}`],
  ['Discord webhook', 'discord.com/api/webhooks/', `123456789012345678/${letters(60)}`],
  ['Zapier', 'mcp.zapier.com/api/mcp/s/', `${letters(48)}==`],
  ['Terraform', `${letters(14)}.atlasv1`, `.${letters(67)}`],
  ['Tailscale', 'tskey-', `api-${letters(12)}CNTRL-${letters(32)}`],
  ['GitLab trigger', 'glptt-', letters(40)],
])('finds one of %s', (_, start, rest) => {
  expect(tokenIn(`x ${start}${rest} y`)).toBeDefined();
});

test.each([
  'hvs.example.internal.company.net',
  'dapi-documentation-server-for-everyone',
  're_export_of_many_things_in_modules',
  'https://hooks.slack.com/services/your/webhook/here',
  'https://mcp.zapier.com/api/mcp/mcp',
  'r8_model_name_of_a_service_that_is_long',
  'pat-na1-documentation',
  'glsa_your_service_account_token_here_now',
])('accepts %s', (text) => {
  expect(tokenIn(text)).toBeUndefined();
});
